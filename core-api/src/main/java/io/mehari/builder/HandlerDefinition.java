package io.mehari.builder;

import java.util.List;

/**
 * The steps after a block within {@code doCatch} or {@code doFinally}. Its {@code end()} returns to the {@code doTry},
 * in the same branch.
 */
final class HandlerDefinition extends ProcessorDefinition<HandlerDefinition> {
    private final TryDefinition whole;
    private final List<Node> steps = list();

    HandlerDefinition(TryDefinition parent) {
        super(parent);
        this.whole = parent;
    }

    @Override
    public ProcessorDefinition<?> end() {
        whole.closeOpenBlock();
        return whole;
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        parent.steps().addAll(steps);
    }

    @Override
    void nameThis(String id) {
        whole.nameLast(id); // the block before these steps
    }

    @Override
    HandlerDefinition self() {
        return this;
    }

    @Override
    List<Node> steps() {
        return steps;
    }

    @Override
    Node toNode() {
        throw new IllegalStateException("The rest of a doCatch or doFinally is not a step");
    }
}
