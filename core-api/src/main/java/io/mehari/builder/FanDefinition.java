package io.mehari.builder;

import io.mehari.AggregationStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What split and multicast have in common: several exchanges out of one, and how they become one again. */
abstract class FanDefinition<T extends FanDefinition<T>> extends ProcessorDefinition<T> {
    private final List<Node> steps = list();
    private @Nullable AggregationStrategy strategy;
    private boolean streaming;
    private boolean stopOnException;
    private boolean shareUnitOfWork;

    FanDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    /** How the results become one message; without it, the message goes on as it was. */
    public final T aggregationStrategy(AggregationStrategy strategy) {
        this.strategy = strategy;
        return self();
    }

    /** Results are taken as they come, and the number of parts is not asked for beforehand. */
    public final T streaming() {
        streaming = true;
        return self();
    }

    /** After a failure nothing more is taken or begun, and the failure is that of the whole. */
    public final T stopOnException() {
        stopOnException = true;
        return self();
    }

    /** A failure of a part is one of the whole. */
    public final T shareUnitOfWork() {
        shareUnitOfWork = true;
        return self();
    }

    final Node.Fan fan() {
        return new Node.Fan(strategy, streaming, stopOnException, shareUnitOfWork);
    }

    @Override
    final List<Node> steps() {
        return steps;
    }
}
