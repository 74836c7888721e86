package io.mehari.builder;

import io.mehari.builder.model.Node;
import java.util.List;

/** Steps that each get a copy of the message. */
public final class MulticastDefinition extends FanDefinition<MulticastDefinition> {

    MulticastDefinition(ProcessorDefinition<?> parent) {
        super(parent, true);
    }

    @Override
    Node toNode() {
        return new Node.Multicast(fan(), List.copyOf(steps));
    }
}
