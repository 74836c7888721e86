package io.mehari.builder;

/**
 * The steps after a block within {@code doCatch} or {@code doFinally}. Its {@code end()} returns to the {@code doTry},
 * in the same branch.
 */
final class HandlerDefinition extends ProcessorDefinition<HandlerDefinition> {
    private final TryDefinition whole;

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
    TryDefinition tried(String branch) {
        return endDoTry();
    }

    @Override
    void closeInto(ProcessorDefinition<?> parent) {
        parent.services.addAll(services);
        parent.steps.addAll(steps);
    }

    @Override
    void nameThis(String id) {
        whole.nameLast(id); // the block before these steps
    }
}
