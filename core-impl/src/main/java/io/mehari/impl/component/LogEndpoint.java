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
import io.mehari.impl.engine.MessageText;
import io.mehari.impl.engine.Throughput;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.Log;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    static final EndpointOption<Duration> GROUP_INTERVAL = EndpointOption.optional(
            "groupInterval",
            Duration.class,
            "write the message rate once in this interval, instead of the messages; excludes groupSize");
    static final EndpointOption<Boolean> GROUP_ACTIVE_ONLY = EndpointOption.of(
            "groupActiveOnly", Boolean.class, true, "with groupInterval: write nothing if no message has come");
    static final List<EndpointOption<?>> OPTIONS =
            MessageText.andOptions(List.of(LEVEL, GROUP_SIZE, GROUP_INTERVAL, GROUP_ACTIVE_ONLY));

    private final System.Logger logger;
    private final System.Logger.Level level;
    private final MessageText text;
    private final int groupSize;
    private final long intervalMillis;
    private final boolean activeOnly;
    private final @Nullable Throughput throughput;

    private boolean started;
    private ThreadPools.@Nullable Delayed nextReport;

    LogEndpoint(RoutingContext context, String uri, String category, EndpointOptions options) {
        super(context, uri);
        Integer size = options.find(GROUP_SIZE);
        Duration interval = options.find(GROUP_INTERVAL);
        check(uri, category, size, interval);
        logger = System.getLogger(category);
        level = options.get(LEVEL).level;
        text = new MessageText(uri, options);
        groupSize = size == null ? 0 : size;
        intervalMillis = interval == null ? 0 : interval.toMillis();
        activeOnly = options.get(GROUP_ACTIVE_ONLY);
        throughput = size == null && interval == null ? null : new Throughput(Threading.nanoTime());
    }

    private static void check(String uri, String category, @Nullable Integer size, @Nullable Duration interval) {
        if (category.isEmpty()) {
            throw new ResolveEndpointFailedException(
                    uri, "it has no category; write log:category, as in log:orders", null);
        }
        if (size != null && interval != null) {
            throw new InvalidOptionException(
                    uri, "options groupSize and groupInterval exclude each other: leave one out", null);
        }
        if (size != null && size < 1) {
            throw new InvalidOptionException(uri, "option groupSize must be 1 or more, not " + size, null);
        }
        if (interval != null && interval.toMillis() < 1) {
            throw new InvalidOptionException(
                    uri, "option groupInterval must be 1 ms or more, not " + interval.toMillis(), null);
        }
    }

    // ---- a message

    private void log(Exchange exchange) {
        if (throughput != null) {
            write(throughput.add(groupSize, Threading.nanoTime()));
        } else if (isOn()) {
            Log.write(logger, level, text.of(exchange));
        }
    }

    private boolean isOn() {
        return level != System.Logger.Level.OFF && Log.isOn(logger, level);
    }

    private void write(@Nullable String report) {
        if (report != null && isOn()) {
            Log.write(logger, level, report);
        }
    }

    // ---- reports at intervals

    @Override
    public synchronized void start() {
        if (!started && intervalMillis > 0) {
            started = true;
            schedule();
        }
    }

    @Override
    public synchronized void stop() {
        started = false;
        if (nextReport != null) {
            nextReport.cancel();
            nextReport = null;
        }
    }

    /** Schedules a report, which is written on a thread of the shared pool. */
    private void schedule() {
        ThreadPools pools = getContext().getRoutingContextExtension().getThreadPools();
        long dueNanos = Threading.nanoTime() + TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        nextReport = pools.schedule(
                () -> {
                    if (dueNanos - Threading.nanoTime() <= 0) { // earlier only if the pools stop and run waiting tasks
                        pools.resume(this::report);
                    }
                },
                intervalMillis);
    }

    private void report() {
        synchronized (this) {
            if (!started) {
                return;
            }
            schedule();
        }
        if (throughput != null) {
            write(throughput.report(activeOnly, Threading.nanoTime()));
        }
    }

    // ---- endpoint

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
            log(exchange);
        }
    }
}
