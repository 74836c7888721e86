package io.mehari.impl.component;

import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RoutingContext;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.OptionSet;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.Log;
import java.util.Locale;
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

    static final OptionSet OPTIONS = new OptionSet();

    private static final EndpointOption<Level> LEVEL = OPTIONS.of("level", Level.INFO, "log level; OFF writes nothing");
    private static final EndpointOption<Integer> GROUP_SIZE = OPTIONS.between(
            1,
            Integer.MAX_VALUE,
            "groupSize",
            null,
            "write the message rate once for this many messages, instead of the messages");

    static {
        OPTIONS.addAll(MessageText.OPTIONS);
    }

    private final System.Logger logger;
    private final System.Logger.Level level;
    private final MessageText text;
    private final @Nullable Integer groupSize;
    private final long nanosAtStart = Threading.nanoTime();
    private long nanosAtReport = nanosAtStart;
    private long count;

    LogEndpoint(RoutingContext context, String uri, String category, EndpointOptions options) {
        super(context, uri);
        if (category.isEmpty()) {
            throw new ResolveEndpointFailedException(
                    uri, "it has no category; write log:category, as in log:orders", null);
        }
        logger = System.getLogger(category);
        level = options.get(LEVEL).level;
        text = new MessageText(options);
        groupSize = options.find(GROUP_SIZE);
    }

    /** Counts a message. Returns the rate, in total and in the last group, for the last message of each group. */
    private synchronized @Nullable String count(int groupSize) {
        count++;
        if (count % groupSize != 0) {
            return null;
        }
        long now = Threading.nanoTime();
        long nanos = now - nanosAtReport;
        nanosAtReport = now;
        return String.format(
                Locale.ROOT,
                "Received: %d messages so far. The last %d took %d ms, which is %s messages per second; average: %s",
                count,
                groupSize,
                nanos / 1_000_000,
                perSecond(groupSize, nanos),
                perSecond(count, now - nanosAtStart));
    }

    private static String perSecond(long messages, long nanos) {
        return String.format(Locale.ROOT, "%.2f", messages * 1e9 / Math.max(1, nanos));
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
            String report = groupSize == null ? null : count(groupSize);
            boolean isDue = groupSize == null || report != null;
            if (isDue && level != System.Logger.Level.OFF && Log.isOn(logger, level)) {
                Log.write(logger, level, report == null ? text.of(exchange) : report);
            }
        }
    }
}
