package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.builder.model.Node;
import java.util.List;

/** Steps that run once for each part. Each part is an exchange of its own. */
public final class SplitDefinition extends FanDefinition<SplitDefinition> {
    private final Expression parts;
    private int group;

    SplitDefinition(ProcessorDefinition<?> parent, Expression parts) {
        super(parent, true);
        this.parts = parts;
    }

    /** Groups this many elements into one part, whose body is a list. The last part may have fewer. */
    public SplitDefinition group(int group) {
        this.group = (int) Arguments.atLeast(1, group, "group");
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Split(parts, group, fan(), List.copyOf(steps));
    }
}
