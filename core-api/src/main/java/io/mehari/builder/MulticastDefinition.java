package io.mehari.builder;

import java.util.List;

/** Steps each of which gets a copy of the message. */
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
