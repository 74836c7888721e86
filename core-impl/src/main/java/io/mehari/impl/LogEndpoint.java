package io.mehari.impl;

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
import io.mehari.spi.ThreadPools;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A category of {@link System.Logger}: each message is written to it, or how many there were. */
final class LogEndpoint extends Endpoint {

    /** The names of levels that are in use, each with the level it stands for. */
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
            EndpointOption.of("level", Level.class, Level.INFO, "the level; OFF writes nothing");
    static final EndpointOption<Integer> GROUP_SIZE = EndpointOption.optional(
            "groupSize", Integer.class, "write how fast messages come, once for so many, instead of the messages");
    static final EndpointOption<Duration> GROUP_INTERVAL =
            EndpointOption.optional("groupInterval", Duration.class, "the same, once in that time; excludes groupSize");
    static final EndpointOption<Boolean> GROUP_ACTIVE_ONLY = EndpointOption.of(
            "groupActiveOnly", Boolean.class, true, "with groupInterval: write nothing while no message comes");
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
        throughput = size == null && interval == null ? null : new Throughput(System.nanoTime());
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
            write(throughput.add(groupSize, System.nanoTime()));
        } else if (isOn()) {
            logger.log(level, text.of(exchange));
        }
    }

    private boolean isOn() {
        return level != System.Logger.Level.OFF && logger.isLoggable(level);
    }

    private void write(@Nullable String report) {
        if (report != null && isOn()) {
            logger.log(level, report);
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

    /** The timer lets a worker write; it waits for the next time when no worker is free. */
    private void schedule() {
        ThreadPools pools = getContext().getRoutingContextExtension().getThreadPools();
        long dueNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(intervalMillis);
        nextReport = pools.schedule(
                () -> {
                    Thread timer = Thread.currentThread();
                    if (dueNanos - System.nanoTime()
                            <= 0) { // or else the pools stop, and run what waits before its time
                        pools.shared().execute(() -> report(Thread.currentThread() != timer));
                    }
                },
                intervalMillis);
    }

    private void report(boolean write) {
        synchronized (this) {
            if (!started) {
                return;
            }
            schedule();
        }
        if (write && throughput != null) {
            write(throughput.report(activeOnly, System.nanoTime()));
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
                "Nothing comes from " + this + ": a route can send to a log, not start from it");
    }

    @Override
    public PollingConsumer createPollingConsumer() {
        throw new UnsupportedOperationException("Nothing comes from " + this + ": a log cannot be polled");
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
