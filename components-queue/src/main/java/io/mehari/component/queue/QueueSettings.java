package io.mehari.component.queue;

import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ExceptionHandler;
import org.jspecify.annotations.Nullable;

/** The options of one URI, with the component's defaults, checked for contradictions. */
final class QueueSettings {
    private static final int MOST_CONSUMERS = 500;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /** The largest size. The places of a queue are allocated when it is created, four or eight bytes each. */
    static final int LARGEST = 1 << 24;

    final int concurrentConsumers;
    final @Nullable Integer size;
    final @Nullable Boolean multipleConsumers;
    final boolean blockWhenFull;
    final boolean discardWhenFull;
    final long offerTimeoutMillis;
    final boolean failIfNoConsumers;
    final boolean discardIfNoConsumers;
    final WaitForTaskToComplete waitForTaskToComplete;
    final long timeoutMillis;
    final boolean purgeWhenStopping;
    final boolean virtualThreadPerTask;
    final int browseLimit;
    final QueueWaitStrategy waitStrategy;
    final @Nullable ExceptionHandler exceptionHandler;
    final boolean bridgeErrorHandler;
    final @Nullable ExchangePattern exchangePattern;
    final long pollTimeoutMillis;

    private final String uri;
    private final EndpointOptions options;

    QueueSettings(String uri, EndpointOptions options, QueueOptions.Defaults defaults) {
        this.uri = uri;
        this.options = options;
        size = options.find(QueueOptions.SIZE);
        check(size == null || size > 0, "size must be at least 1, not " + size);
        concurrentConsumers = or(QueueOptions.CONCURRENT_CONSUMERS, defaults.get(QueueOptions.CONCURRENT_CONSUMERS));
        checkConsumers();
        multipleConsumers = options.find(QueueOptions.MULTIPLE_CONSUMERS);
        exclusive(QueueOptions.BLOCK_WHEN_FULL, QueueOptions.DISCARD_WHEN_FULL, "a full queue either waits or drops");
        // If the URI has one of these options, the component's default for the other does not apply.
        boolean discards = or(
                QueueOptions.DISCARD_WHEN_FULL,
                defaults.get(QueueOptions.DISCARD_WHEN_FULL) && !isTrue(QueueOptions.BLOCK_WHEN_FULL));
        blockWhenFull = or(
                QueueOptions.BLOCK_WHEN_FULL,
                defaults.get(QueueOptions.BLOCK_WHEN_FULL) && !isTrue(QueueOptions.DISCARD_WHEN_FULL));
        discardWhenFull = discards && (isTrue(QueueOptions.DISCARD_WHEN_FULL) || !blockWhenFull);
        offerTimeoutMillis = or(QueueOptions.OFFER_TIMEOUT, defaults.get(QueueOptions.OFFER_TIMEOUT));
        exclusive(
                QueueOptions.FAIL_IF_NO_CONSUMERS,
                QueueOptions.DISCARD_IF_NO_CONSUMERS,
                "a queue without consumers either fails or drops");
        failIfNoConsumers = options.get(QueueOptions.FAIL_IF_NO_CONSUMERS);
        discardIfNoConsumers = options.get(QueueOptions.DISCARD_IF_NO_CONSUMERS);
        waitForTaskToComplete = options.get(QueueOptions.WAIT_FOR_TASK_TO_COMPLETE);
        timeoutMillis = options.get(QueueOptions.TIMEOUT);
        purgeWhenStopping = options.get(QueueOptions.PURGE_WHEN_STOPPING);
        virtualThreadPerTask = options.get(QueueOptions.VIRTUAL_THREAD_PER_TASK);
        check(
                !virtualThreadPerTask || Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS,
                "virtualThreadPerTask needs Java 21 or later, this is "
                        + Runtime.version().feature() + ": leave the option out, or run on a newer Java");
        browseLimit = options.get(QueueOptions.BROWSE_LIMIT);
        check(browseLimit >= 0, "browseLimit must be 0, for all, or more, not " + browseLimit);
        waitStrategy = or(QueueOptions.WAIT_STRATEGY, defaults.get(QueueOptions.WAIT_STRATEGY));
        exceptionHandler = options.find(QueueOptions.EXCEPTION_HANDLER);
        bridgeErrorHandler = options.get(QueueOptions.BRIDGE_ERROR_HANDLER);
        check(
                !bridgeErrorHandler || exceptionHandler == null,
                "bridgeErrorHandler and exceptionHandler exclude each other: a failure goes to one of them");
        exchangePattern = options.find(QueueOptions.EXCHANGE_PATTERN);
        pollTimeoutMillis = or(QueueOptions.POLL_TIMEOUT, defaults.get(QueueOptions.POLL_TIMEOUT));
        check(pollTimeoutMillis > 0, "pollTimeout must be at least 1 ms, not " + pollTimeoutMillis);
    }

    private void checkConsumers() {
        check(concurrentConsumers > 0, "concurrentConsumers must be at least 1, not " + concurrentConsumers);
        check(
                concurrentConsumers <= MOST_CONSUMERS || !options.get(QueueOptions.LIMIT_CONCURRENT_CONSUMERS),
                "concurrentConsumers must be at most " + MOST_CONSUMERS + ", not " + concurrentConsumers
                        + "; if that many threads are meant, set limitConcurrentConsumers=false");
    }

    private <T> T or(EndpointOption<T> option, T otherwise) {
        T value = options.find(option);
        return value != null ? value : otherwise;
    }

    private boolean isTrue(EndpointOption<Boolean> option) {
        return Boolean.TRUE.equals(options.find(option));
    }

    private void exclusive(EndpointOption<Boolean> one, EndpointOption<Boolean> other, String why) {
        check(!isTrue(one) || !isTrue(other), one + " and " + other + " exclude each other: " + why);
    }

    void check(boolean condition, String message) {
        if (!condition) {
            throw new InvalidOptionException(uri, message, null);
        }
    }

    <T> @Nullable T find(EndpointOption<T> option) {
        return options.find(option);
    }
}
