package io.mehari.builder;

import io.mehari.Predicate;
import io.mehari.builder.model.Node;
import java.util.List;

/** Steps for messages that match. Other messages skip the block. */
public final class FilterDefinition extends ProcessorDefinition<FilterDefinition> {
    private final Predicate predicate;

    FilterDefinition(ProcessorDefinition<?> parent, Predicate predicate) {
        super(parent);
        this.predicate = predicate;
    }

    @Override
    Node toNode() {
        return new Node.Filter(predicate, List.copyOf(steps));
    }
}
