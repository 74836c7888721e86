package io.mehari.builder;

import io.mehari.Predicate;
import java.util.List;

/** Steps for messages that match. Other messages skip the block. */
public final class FilterDefinition extends ProcessorDefinition<FilterDefinition> {
    private final Predicate predicate;
    private final List<Node> steps = list();

    FilterDefinition(ProcessorDefinition<?> parent, Predicate predicate) {
        super(parent);
        this.predicate = predicate;
    }

    @Override
    FilterDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        return new Node.Filter(predicate, List.copyOf(steps));
    }
}
