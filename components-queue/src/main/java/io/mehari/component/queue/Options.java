package io.mehari.component.queue;

import io.mehari.ExchangePattern;
import io.mehari.spi.EndpointOption;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/** The options of queue endpoints, as they are written in URIs. */
final class Options {

    private Options() {}

    // Defaults that the component may change are not given here: QueueSettings asks the component.
    static final EndpointOption<Integer> SIZE =
            EndpointOption.optional("size", Integer.class, "how many messages there is room for");
    static final EndpointOption<Integer> CONCURRENT_CONSUMERS = EndpointOption.optional(
            "concurrentConsumers", Integer.class, "how many threads take messages for each route");
    static final EndpointOption<Boolean> LIMIT_CONCURRENT_CONSUMERS = EndpointOption.of(
            "limitConcurrentConsumers", Boolean.class, true, "whether more than 500 consumers are refused");
    static final EndpointOption<Boolean> MULTIPLE_CONSUMERS = EndpointOption.optional(
            "multipleConsumers", Boolean.class, "give each route a copy of each message, instead of sharing them out");
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
            "purgeWhenStopping", Boolean.class, false, "drop what is queued when the last route stops");
    static final EndpointOption<Boolean> VIRTUAL_THREAD_PER_TASK = EndpointOption.of(
            "virtualThreadPerTask",
            Boolean.class,
            false,
            "process each message on a virtual thread of its own, at most concurrentConsumers at a time");
    static final EndpointOption<Integer> BROWSE_LIMIT = EndpointOption.of(
            "browseLimit", Integer.class, 100, "how many messages browsing shows at the most; 0: all");
    static final EndpointOption<QueueWaitStrategy> WAIT_STRATEGY = EndpointOption.optional(
            "waitStrategy", QueueWaitStrategy.class, "what consumers do while the queue is empty");
    static final EndpointOption<ExceptionHandler> EXCEPTION_HANDLER = EndpointOption.optional(
            "exceptionHandler", ExceptionHandler.class, "told of failures that no error handler dealt with");
    static final EndpointOption<Boolean> BRIDGE_ERROR_HANDLER = EndpointOption.of(
            "bridgeErrorHandler",
            Boolean.class,
            false,
            "let the route's error handler deal with failures to take a message");
    static final EndpointOption<ExchangePattern> EXCHANGE_PATTERN = EndpointOption.optional(
            "exchangePattern", ExchangePattern.class, "the pattern of exchanges sent here, whatever they have");

    // seda: alone
    static final EndpointOption<Long> POLL_TIMEOUT = EndpointOption.optional(
            "pollTimeout",
            Long.class,
            "how often to look into a queue of one's own without being called, in milliseconds; no message waits for it");

    @SuppressWarnings("rawtypes")
    static final EndpointOption<BlockingQueue> QUEUE =
            EndpointOption.optional("queue", BlockingQueue.class, "a queue to use instead of Mehari's own");

    static final EndpointOption<BlockingQueueFactory> QUEUE_FACTORY = EndpointOption.optional(
            "queueFactory", BlockingQueueFactory.class, "makes the queue to use instead of Mehari's own");

    // disruptor: alone
    static final EndpointOption<DisruptorProducerType> PRODUCER_TYPE =
            EndpointOption.optional("producerType", DisruptorProducerType.class, "whether one thread sends or several");

    /** What both have. */
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
}
