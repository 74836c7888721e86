package io.mehari.builder;

import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.Processor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The processor of a step that was called without one: {@code onPrepare().message(m -> m.setHeader("part", true))}.
 *
 * @param <T> what the step returns
 */
public final class ProcessClause<T> {
    private final Function<Processor, ? extends T> step;

    ProcessClause(Function<Processor, ? extends T> step) {
        this.step = step;
    }

    public T message(Consumer<? super Message> consumer) {
        Given.check(consumer, "message", "consumer", "what to do with the message");
        return exchange(exchange -> consumer.accept(exchange.getMessage()));
    }

    public T exchange(Consumer<? super Exchange> consumer) {
        Given.check(consumer, "exchange", "consumer", "what to do with the exchange");
        return step.apply(consumer::accept);
    }
}
