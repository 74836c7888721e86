package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.builder.model.Node;

/** Delays the message without blocking a thread. */
public final class DelayDefinition extends WaitingDefinition<DelayDefinition> {
    private final Expression millis;

    DelayDefinition(ProcessorDefinition<?> parent, Expression millis) {
        super(parent);
        this.millis = millis;
    }

    @Override
    Node toNode() {
        return new Node.Delay(millis);
    }
}
