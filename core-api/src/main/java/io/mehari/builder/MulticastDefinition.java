package io.mehari.builder;

import java.util.List;

/** Steps that each get a copy of the message. */
public final class MulticastDefinition extends FanDefinition<MulticastDefinition> {

    MulticastDefinition(ProcessorDefinition<?> parent) {
        super(parent);
    }

    @Override
    MulticastDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.Multicast(fan(), List.copyOf(steps()));
    }
}
