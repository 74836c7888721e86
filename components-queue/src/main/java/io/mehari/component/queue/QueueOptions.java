package io.mehari.component.queue;

import io.mehari.ExchangePattern;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.ExceptionHandler;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The options of queue endpoints, as they are written in URIs. */
final class QueueOptions {

    private QueueOptions() {}

    // Defaults that can be set on a component are not here, but in Defaults.
    static final EndpointOption<Integer> SIZE =
            EndpointOption.optional("size", Integer.class, "maximum number of messages in the queue");
    static final EndpointOption<Integer> CONCURRENT_CONSUMERS = EndpointOption.optional(
            "concurrentConsumers", Integer.class, "how many threads take messages for each route");
    static final EndpointOption<Boolean> LIMIT_CONCURRENT_CONSUMERS = EndpointOption.of(
            "limitConcurrentConsumers", Boolean.class, true, "whether more than 500 consumers are refused");
    static final EndpointOption<Boolean> MULTIPLE_CONSUMERS = EndpointOption.optional(
            "multipleConsumers",
            Boolean.class,
            "give each route a copy of each message, instead of each message to one route");
    static final EndpointOption<Boolean> BLOCK_WHEN_FULL =
            EndpointOption.optional("blockWhenFull", Boolean.class, "wait for room when the queue is full");
    static final EndpointOption<Long> OFFER_TIMEOUT = EndpointOption.optional(
            "offerTimeout",
            Long.class,
            "how long blockWhenFull waits, in milliseconds; 0 or less: until there is room");
    static final EndpointOption<Boolean> DISCARD_WHEN_FULL = EndpointOption.optional(
            "discardWhenFull", Boolean.class, "drop the message when the queue is full, and count it");
    static final EndpointOption<Boolean> FAIL_IF_NO_CONSUMERS =
            EndpointOption.of("failIfNoConsumers", Boolean.class, false, "fail when no running route starts from here");
    static final EndpointOption<Boolean> DISCARD_IF_NO_CONSUMERS = EndpointOption.of(
            "discardIfNoConsumers", Boolean.class, false, "drop the message when no running route starts from here");
    static final EndpointOption<WaitForTaskToComplete> WAIT_FOR_TASK_TO_COMPLETE = EndpointOption.of(
            "waitForTaskToComplete",
            WaitForTaskToComplete.class,
            WaitForTaskToComplete.IfReplyExpected,
            "whether the sender waits until the message was processed");
    static final EndpointOption<Long> TIMEOUT = EndpointOption.of(
            "timeout",
            Long.class,
            30_000L,
            "how long a sender waits for the reply, in milliseconds; 0 or less: for ever");
    static final EndpointOption<Boolean> PURGE_WHEN_STOPPING = EndpointOption.of(
            "purgeWhenStopping", Boolean.class, false, "drop the queued messages when the last route stops");
    static final EndpointOption<Boolean> VIRTUAL_THREAD_PER_TASK = EndpointOption.of(
            "virtualThreadPerTask",
            Boolean.class,
            false,
            "process each message on a virtual thread of its own, at most concurrentConsumers at a time");
    static final EndpointOption<Integer> BROWSE_LIMIT = EndpointOption.of(
            "browseLimit", Integer.class, 100, "maximum number of messages that browsing shows; 0: all");
    static final EndpointOption<QueueWaitStrategy> WAIT_STRATEGY = EndpointOption.optional(
            "waitStrategy", QueueWaitStrategy.class, "what consumers do while the queue is empty");
    static final EndpointOption<ExceptionHandler> EXCEPTION_HANDLER = EndpointOption.optional(
            "exceptionHandler", ExceptionHandler.class, "gets the failures that no error handler has handled");
    static final EndpointOption<Boolean> BRIDGE_ERROR_HANDLER = EndpointOption.of(
            "bridgeErrorHandler",
            Boolean.class,
            false,
            "let the error handler of the route handle failures to take a message");
    static final EndpointOption<ExchangePattern> EXCHANGE_PATTERN = EndpointOption.optional(
            "exchangePattern", ExchangePattern.class, "the pattern of exchanges sent here, instead of their own");

    // seda: alone
    static final EndpointOption<Long> POLL_TIMEOUT = EndpointOption.optional(
            "pollTimeout",
            Long.class,
            "how often to look into a queue of your own without being woken, in milliseconds; no message waits for it");

    @SuppressWarnings("rawtypes")
    static final EndpointOption<BlockingQueue> QUEUE =
            EndpointOption.optional("queue", BlockingQueue.class, "a queue to use instead of Mehari's own");

    static final EndpointOption<BlockingQueueFactory> QUEUE_FACTORY = EndpointOption.optional(
            "queueFactory", BlockingQueueFactory.class, "creates the queue to use instead of Mehari's own");

    // disruptor: alone
    static final EndpointOption<DisruptorProducerType> PRODUCER_TYPE = EndpointOption.optional(
            "producerType",
            DisruptorProducerType.class,
            "whether one thread sends or several; both are safe with any number and cost the same");

    /** The options of both schemes. */
    static final List<EndpointOption<?>> COMMON = List.of(
            SIZE,
            CONCURRENT_CONSUMERS,
            LIMIT_CONCURRENT_CONSUMERS,
            MULTIPLE_CONSUMERS,
            BLOCK_WHEN_FULL,
            OFFER_TIMEOUT,
            DISCARD_WHEN_FULL,
            FAIL_IF_NO_CONSUMERS,
            DISCARD_IF_NO_CONSUMERS,
            WAIT_FOR_TASK_TO_COMPLETE,
            TIMEOUT,
            PURGE_WHEN_STOPPING,
            VIRTUAL_THREAD_PER_TASK,
            BROWSE_LIMIT,
            WAIT_STRATEGY,
            EXCEPTION_HANDLER,
            BRIDGE_ERROR_HANDLER,
            EXCHANGE_PATTERN);

    /** The defaults of one component that differ between the schemes or that can be set. */
    static final class Defaults {
        private final Map<EndpointOption<?>, Object> values = new ConcurrentHashMap<>();

        Defaults(int size, boolean blockWhenFull) {
            set(SIZE, size);
            set(CONCURRENT_CONSUMERS, 1);
            set(MULTIPLE_CONSUMERS, false);
            set(BLOCK_WHEN_FULL, blockWhenFull);
            set(DISCARD_WHEN_FULL, false);
            set(OFFER_TIMEOUT, 0L);
            set(POLL_TIMEOUT, 1_000L);
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
            atLeastOne(what, value);
            set(option, value);
        }

        static void atLeastOne(String what, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(what + " must be at least 1, not " + value);
            }
        }

        /** The default of an option. Every option that is requested here has one. */
        <T> T get(EndpointOption<T> option) {
            T value = find(option);
            if (value == null) {
                throw new IllegalStateException("option " + option + " has no default");
            }
            return value;
        }

        <T> @Nullable T find(EndpointOption<T> option) {
            Object value = values.get(option);
            return value == null ? null : option.type().cast(value);
        }
    }
}
