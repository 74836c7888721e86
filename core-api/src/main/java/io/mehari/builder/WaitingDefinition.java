package io.mehari.builder;

import io.mehari.builder.model.Node;

/** A step at which messages wait, and after which they continue on the shared pool or on an executor. */
abstract class WaitingDefinition<T extends WaitingDefinition<T>> extends ExecutorDefinition<T> {

    WaitingDefinition(ProcessorDefinition<?> parent) {
        super(parent, false);
    }

    @Override
    final void closeInto(ProcessorDefinition<?> parent) {
        if (executor != null) {
            steps.add(0, new Node.Threads(executor, 1, 0, "Threads", true));
        }
        super.closeInto(parent);
    }
}
