package io.mehari.impl.component;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.InvalidOptionException;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes messages, or their number and rate, to a {@link System.Logger}. */
final class LogEndpoint extends Endpoint {

    /** The accepted names of levels. */
    enum Level {
        TRACE(System.Logger.Level.TRACE),
        DEBUG(System.Logger.Level.DEBUG),
        INFO(System.Logger.Level.INFO),
        WARN(System.Logger.Level.WARNING),
        WARNING(System.Logger.Level.WARNING),
        ERROR(System.Logger.Level.ERROR),
        OFF(System.Logger.Level.OFF);

        private final System.Logger.Level level;

        Level(System.Logger.Level level) {
            this.level = level;
        }
    }

    static final EndpointOption<Level> LEVEL =
            EndpointOption.of("level", Level.class, Level.INFO, "log level; OFF writes nothing");
    static final EndpointOption<Integer> GROUP_SIZE = EndpointOption.optional(
            "groupSize", Integer.class, "write the message rate once for this many messages, instead of the messages");
    static final List<EndpointOption<?>> OPTIONS = MessageText.andOptions(LEVEL, GROUP_SIZE);

    private final System.Logger logger;
    private final System.Logger.Level level;
    private final MessageText text;
    private final @Nullable Throughput throughput;

    LogEndpoint(RoutingContext context, String uri, String category, EndpointOptions options) {
        super(context, uri);
        if (category.isEmpty()) {
            throw new ResolveEndpointFailedException(
                    uri, "it has no category; write log:category, as in log:orders", null);
        }
        logger = System.getLogger(category);
        level = options.get(LEVEL).level;
        text = new MessageText(uri, options);
        Integer size = options.find(GROUP_SIZE);
        if (size != null && size < 1) {
            throw new InvalidOptionException(uri, "option groupSize must be 1 or more, not " + size, null);
        }
        throughput = size == null ? null : new Throughput(size, Threading.nanoTime());
    }

    @Override
    public Producer createProducer() {
        return new LogProducer();
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException(
                this + " sends no messages: a route can send to a log, not start from it");
    }

    @Override
    public PollingConsumer createPollingConsumer() {
        throw new UnsupportedOperationException(this + " sends no messages: a log cannot be polled");
    }

    private final class LogProducer implements Producer {
        @Override
        public Endpoint getEndpoint() {
            return LogEndpoint.this;
        }

        @Override
        public void process(Exchange exchange) {
            String report = throughput == null ? null : throughput.add(Threading.nanoTime());
            boolean isDue = throughput == null || report != null;
            if (isDue && level != System.Logger.Level.OFF && Log.isOn(logger, level)) {
                Log.write(logger, level, report == null ? text.of(exchange) : report);
            }
        }
    }
}
