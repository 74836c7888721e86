package io.mehari.component.queue;

import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import org.jspecify.annotations.Nullable;

/** What the options of one URI say, together with the component's defaults, and that they go together. */
final class QueueSettings {
    private static final int MOST_CONSUMERS = 500;

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

    QueueSettings(String uri, EndpointOptions options, QueueDefaults defaults) {
        this.uri = uri;
        this.options = options;
        size = options.find(Options.SIZE);
        check(size == null || size > 0, "size must be at least 1, not " + size);
        concurrentConsumers = or(Options.CONCURRENT_CONSUMERS, defaults.get(Options.CONCURRENT_CONSUMERS));
        checkConsumers();
        multipleConsumers = options.find(Options.MULTIPLE_CONSUMERS);
        exclusive(Options.BLOCK_WHEN_FULL, Options.DISCARD_WHEN_FULL, "a full queue either waits or drops");
        // What the URI says of one keeps the component's default for the other from applying.
        boolean discards = or(
                Options.DISCARD_WHEN_FULL, defaults.get(Options.DISCARD_WHEN_FULL) && !isTrue(Options.BLOCK_WHEN_FULL));
        blockWhenFull = or(
                Options.BLOCK_WHEN_FULL, defaults.get(Options.BLOCK_WHEN_FULL) && !isTrue(Options.DISCARD_WHEN_FULL));
        discardWhenFull = discards && (isTrue(Options.DISCARD_WHEN_FULL) || !blockWhenFull);
        offerTimeoutMillis = or(Options.OFFER_TIMEOUT, defaults.get(Options.OFFER_TIMEOUT));
        exclusive(
                Options.FAIL_IF_NO_CONSUMERS,
                Options.DISCARD_IF_NO_CONSUMERS,
                "a queue without consumers either fails or drops");
        failIfNoConsumers = options.get(Options.FAIL_IF_NO_CONSUMERS);
        discardIfNoConsumers = options.get(Options.DISCARD_IF_NO_CONSUMERS);
        waitForTaskToComplete = options.get(Options.WAIT_FOR_TASK_TO_COMPLETE);
        timeoutMillis = options.get(Options.TIMEOUT);
        purgeWhenStopping = options.get(Options.PURGE_WHEN_STOPPING);
        virtualThreadPerTask = options.get(Options.VIRTUAL_THREAD_PER_TASK);
        check(
                !virtualThreadPerTask || VirtualThreads.EXIST,
                "virtualThreadPerTask needs Java 21 or later, this is "
                        + Runtime.version().feature() + ": leave the option out, or run on a newer Java");
        browseLimit = options.get(Options.BROWSE_LIMIT);
        check(browseLimit >= 0, "browseLimit must be 0, for all, or more, not " + browseLimit);
        waitStrategy = or(Options.WAIT_STRATEGY, defaults.get(Options.WAIT_STRATEGY));
        exceptionHandler = options.find(Options.EXCEPTION_HANDLER);
        bridgeErrorHandler = options.get(Options.BRIDGE_ERROR_HANDLER);
        check(
                !bridgeErrorHandler || exceptionHandler == null,
                "bridgeErrorHandler and exceptionHandler exclude each other: a failure goes to one of them");
        exchangePattern = options.find(Options.EXCHANGE_PATTERN);
        pollTimeoutMillis = or(Options.POLL_TIMEOUT, defaults.get(Options.POLL_TIMEOUT));
        check(pollTimeoutMillis > 0, "pollTimeout must be at least 1 ms, not " + pollTimeoutMillis);
    }

    private void checkConsumers() {
        check(concurrentConsumers > 0, "concurrentConsumers must be at least 1, not " + concurrentConsumers);
        check(
                concurrentConsumers <= MOST_CONSUMERS || !options.get(Options.LIMIT_CONCURRENT_CONSUMERS),
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
