package io.mehari.builder;

import io.mehari.Expression;
import io.mehari.Processor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Sends a one-way exchange of its own to an endpoint, on another thread, without waiting for it. Its failure is logged. When
 * the pool is full, or does not take it, the thread that carries the message sends it: none is lost.
 */
public final class WireTapDefinition extends StepDefinition<WireTapDefinition> {
    private final String template;
    private boolean copy = true;
    private @Nullable Expression newBody;
    private @Nullable Processor onPrepare;
    private @Nullable ExecutorService executor;
    private int cacheSize;

    WireTapDefinition(ProcessorDefinition<?> parent, String template) {
        super(parent);
        this.template = TextTemplate.parse(template).toString();
    }

    /** Whether it is a copy of the message, which it is unless said; else it begins without body and headers. */
    public WireTapDefinition copy(boolean copy) {
        this.copy = copy;
        return this;
    }

    /** Its body, made of the message that passes. */
    public WireTapDefinition newExchangeBody(Expression body) {
        this.newBody = body;
        return this;
    }

    /** Called with it before it is sent, by the thread that carries the message, whose exchange fails with what it throws. */
    public WireTapDefinition onPrepare(Processor onPrepare) {
        this.onPrepare = onPrepare;
        return this;
    }

    /** Sends on those threads, which remain the caller's to end, instead of on 10 of its own with room for 1000 waiting. */
    public WireTapDefinition executorService(ExecutorService executor) {
        this.executor = executor;
        return this;
    }

    /** How many producers are kept: 100 for 0, none for less. The one unused for longest leaves first. */
    public WireTapDefinition cacheSize(int cacheSize) {
        this.cacheSize = cacheSize;
        return this;
    }

    @Override
    WireTapDefinition self() {
        return this;
    }

    @Override
    Node toNode() {
        return new Node.WireTap(template, copy, newBody, onPrepare, executor, cacheSize);
    }
}
