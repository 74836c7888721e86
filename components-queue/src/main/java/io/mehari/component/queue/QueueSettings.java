package io.mehari.component.queue;

import io.mehari.ExchangePattern;
import io.mehari.InvalidOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.ExceptionHandler;
import io.mehari.spi.OptionSet;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The options of queue endpoints, and what one URI and its component set them to, checked for contradictions. */
final class QueueSettings {
    /** The options of both schemes. */
    static final OptionSet COMMON = new OptionSet();

    // An option whose default can be set on a component has it in Defaults.
    static final EndpointOption<Integer> SIZE =
            COMMON.between(1, Integer.MAX_VALUE, "size", null, "maximum number of messages in the queue");
    static final EndpointOption<Integer> CONCURRENT_CONSUMERS = COMMON.between(
            1, Integer.MAX_VALUE, "concurrentConsumers", null, "how many threads take messages for each route");
    static final EndpointOption<Boolean> LIMIT_CONCURRENT_CONSUMERS =
            COMMON.of("limitConcurrentConsumers", true, "whether more than 500 consumers are refused");
    static final EndpointOption<Boolean> MULTIPLE_CONSUMERS = COMMON.optional(
            "multipleConsumers",
            Boolean.class,
            "give each route a copy of each message, instead of each message to one route");
    static final EndpointOption<Boolean> BLOCK_WHEN_FULL =
            COMMON.optional("blockWhenFull", Boolean.class, "wait for room when the queue is full");
    static final EndpointOption<Duration> OFFER_TIMEOUT = COMMON.optional(
            "offerTimeout", Duration.class, "how long blockWhenFull waits; 0 or less: until there is room");
    static final EndpointOption<Boolean> DISCARD_WHEN_FULL =
            COMMON.optional("discardWhenFull", Boolean.class, "drop the message when the queue is full, and count it");
    static final EndpointOption<Boolean> FAIL_IF_NO_CONSUMERS =
            COMMON.of("failIfNoConsumers", false, "fail when no running route starts from here");
    static final EndpointOption<Boolean> DISCARD_IF_NO_CONSUMERS =
            COMMON.of("discardIfNoConsumers", false, "drop the message when no running route starts from here");
    static final EndpointOption<WaitForTaskToComplete> WAIT_FOR_TASK_TO_COMPLETE = COMMON.of(
            "waitForTaskToComplete",
            WaitForTaskToComplete.IfReplyExpected,
            "whether the sender waits until the message was processed");
    static final EndpointOption<Duration> TIMEOUT =
            COMMON.of("timeout", Duration.ofSeconds(30), "how long a sender waits for the reply; 0 or less: for ever");
    static final EndpointOption<Boolean> PURGE_WHEN_STOPPING =
            COMMON.of("purgeWhenStopping", false, "drop the queued messages when the last route stops");
    static final EndpointOption<Boolean> VIRTUAL_THREAD_PER_TASK = COMMON.of(
            "virtualThreadPerTask",
            false,
            "process each message on a virtual thread of its own, at most concurrentConsumers at a time");
    static final EndpointOption<Integer> BROWSE_LIMIT =
            COMMON.of("browseLimit", 100, "maximum number of messages that browsing shows; 0: all");
    static final EndpointOption<QueueWaitStrategy> WAIT_STRATEGY =
            COMMON.optional("waitStrategy", QueueWaitStrategy.class, "what consumers do while the queue is empty");
    static final EndpointOption<ExceptionHandler> EXCEPTION_HANDLER = COMMON.optional(
            "exceptionHandler", ExceptionHandler.class, "gets the failures that no error handler has handled");
    static final EndpointOption<Boolean> BRIDGE_ERROR_HANDLER = COMMON.of(
            "bridgeErrorHandler", false, "let the error handler of the route handle failures to take a message");
    static final EndpointOption<ExchangePattern> EXCHANGE_PATTERN = COMMON.optional(
            "exchangePattern", ExchangePattern.class, "the pattern of exchanges sent here, instead of their own");

    // seda: alone
    static final EndpointOption<Duration> POLL_TIMEOUT = EndpointOption.optional(
            "pollTimeout",
            Duration.class,
            "how often to look into a queue of your own without being woken; no message waits for it");

    @SuppressWarnings("rawtypes")
    static final EndpointOption<BlockingQueue> QUEUE =
            EndpointOption.optional("queue", BlockingQueue.class, "a queue to use instead of Mehari's own");

    static final EndpointOption<BlockingQueueFactory> QUEUE_FACTORY = EndpointOption.optional(
            "queueFactory", BlockingQueueFactory.class, "creates the queue to use instead of Mehari's own");

    // disruptor: alone
    static final EndpointOption<DisruptorProducerType> PRODUCER_TYPE = EndpointOption.optional(
            "producerType",
            DisruptorProducerType.class,
            "has no effect: both values are safe with any number of senders, and equally fast");

    private static final int MOST_CONSUMERS = 500;
    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    /** The largest size. The places of a queue are allocated when it is created, four or eight bytes each. */
    private static final int LARGEST = 1 << 24;

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
    private final Defaults defaults;

    QueueSettings(String uri, EndpointOptions options, Defaults defaults) {
        this.uri = uri;
        this.options = options;
        this.defaults = defaults;
        size = options.find(SIZE);
        concurrentConsumers = get(CONCURRENT_CONSUMERS);
        check(
                concurrentConsumers <= MOST_CONSUMERS || !options.get(LIMIT_CONCURRENT_CONSUMERS),
                "concurrentConsumers must be at most " + MOST_CONSUMERS + ", not " + concurrentConsumers
                        + "; if that many threads are meant, set limitConcurrentConsumers=false");
        multipleConsumers = options.find(MULTIPLE_CONSUMERS);
        exclusive(BLOCK_WHEN_FULL, DISCARD_WHEN_FULL, "a full queue either waits or drops");
        // If the URI has one of these options, the component's default for the other does not apply.
        blockWhenFull = !isOn(DISCARD_WHEN_FULL) && get(BLOCK_WHEN_FULL);
        discardWhenFull = !blockWhenFull && get(DISCARD_WHEN_FULL);
        offerTimeoutMillis = get(OFFER_TIMEOUT).toMillis();
        exclusive(FAIL_IF_NO_CONSUMERS, DISCARD_IF_NO_CONSUMERS, "a queue without consumers either fails or drops");
        failIfNoConsumers = get(FAIL_IF_NO_CONSUMERS);
        discardIfNoConsumers = get(DISCARD_IF_NO_CONSUMERS);
        waitForTaskToComplete = get(WAIT_FOR_TASK_TO_COMPLETE);
        timeoutMillis = get(TIMEOUT).toMillis();
        purgeWhenStopping = get(PURGE_WHEN_STOPPING);
        virtualThreadPerTask = get(VIRTUAL_THREAD_PER_TASK);
        check(
                !virtualThreadPerTask || Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS,
                "virtualThreadPerTask needs Java 21 or later, this is "
                        + Runtime.version().feature() + ": leave the option out, or run on a newer Java");
        browseLimit = get(BROWSE_LIMIT);
        check(browseLimit >= 0, "browseLimit must be 0, for all, or more, not " + browseLimit);
        waitStrategy = get(WAIT_STRATEGY);
        exclusive(BRIDGE_ERROR_HANDLER, EXCEPTION_HANDLER, "a failure goes to one of them");
        exceptionHandler = find(EXCEPTION_HANDLER);
        bridgeErrorHandler = get(BRIDGE_ERROR_HANDLER);
        exchangePattern = find(EXCHANGE_PATTERN);
        pollTimeoutMillis = get(POLL_TIMEOUT).toMillis();
        check(pollTimeoutMillis > 0, "pollTimeout must be at least 1 ms, not " + pollTimeoutMillis);
        exclusive(QUEUE, QUEUE_FACTORY, "the queue is given, or it is made");
        exclusive(QUEUE, MULTIPLE_CONSUMERS, "each consumer needs a queue of its own: use queueFactory");
    }

    /** The value in the URI, or else the default. Only for options that have one. */
    <T> T get(EndpointOption<T> option) {
        return Objects.requireNonNull(find(option), option.name());
    }

    /** The value in the URI, or else the default; null if there is neither. */
    <T> @Nullable T find(EndpointOption<T> option) {
        T value = options.find(option);
        return value != null ? value : defaults.find(option);
    }

    private void exclusive(EndpointOption<?> one, EndpointOption<?> other, String why) {
        check(!isOn(one) || !isOn(other), one + " and " + other + " exclude each other: " + why);
    }

    /** Whether the URI sets the option to a value other than false. */
    private boolean isOn(EndpointOption<?> option) {
        Object value = options.find(option);
        return value != null && !value.equals(false);
    }

    void checkSize(int places) {
        check(
                places <= LARGEST,
                "size must be at most " + LARGEST + ", not " + places
                        + ", since the places are made at once and no queue is without a limit: say how many messages"
                        + " may wait, or give seda: a queue of your own with queue or queueFactory");
    }

    void check(boolean condition, String message) {
        if (!condition) {
            throw new InvalidOptionException(uri, message, null);
        }
    }

    /** The defaults of one component that differ between the schemes or that can be set. */
    static final class Defaults {
        private final Map<EndpointOption<?>, Object> values = new ConcurrentHashMap<>();

        Defaults(int size, boolean blockWhenFull) {
            set(SIZE, size);
            set(CONCURRENT_CONSUMERS, 1);
            set(MULTIPLE_CONSUMERS, false);
            set(BLOCK_WHEN_FULL, blockWhenFull);
            set(DISCARD_WHEN_FULL, false);
            set(OFFER_TIMEOUT, Duration.ZERO);
            set(POLL_TIMEOUT, Duration.ofSeconds(1));
            set(WAIT_STRATEGY, QueueWaitStrategy.Blocking);
            set(PRODUCER_TYPE, DisruptorProducerType.Multi);
        }

        <T> void set(EndpointOption<T> option, @Nullable T value) {
            if (value == null) {
                values.remove(option);
            } else {
                values.put(option, value);
            }
        }

        void setAtLeastOne(String what, EndpointOption<Integer> option, int value) {
            set(option, atLeastOne(what, value));
        }

        static int atLeastOne(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + " must be at least 1, not " + value);
            }
            return value;
        }

        <T> @Nullable T find(EndpointOption<T> option) {
            Object value = values.get(option);
            return value == null ? null : option.type().cast(value);
        }
    }
}
