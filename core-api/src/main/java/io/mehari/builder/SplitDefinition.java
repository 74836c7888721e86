package io.mehari.builder;

import io.mehari.Expression;
import java.util.List;

/** Steps that run once for each part, each part being an exchange of its own. */
public final class SplitDefinition extends FanDefinition<SplitDefinition> {
    private final Expression parts;

    SplitDefinition(ProcessorDefinition<?> parent, Expression parts) {
        super(parent);
        this.parts = parts;
    }

    @Override
    SplitDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Split(parts, fan(), List.copyOf(steps()));
    }
}
