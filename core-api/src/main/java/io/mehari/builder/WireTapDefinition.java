package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Expression;
import io.mehari.Processor;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Sends a new one-way exchange to an endpoint on another thread, without waiting for it. If it fails, the failure is
 * logged. If the pool rejects it, the thread of the original message sends it, so none is lost.
 */
public final class WireTapDefinition extends StepDefinition<WireTapDefinition> {
    private final String template;
    private final @Nullable Endpoint endpoint;
    private boolean copy = true;
    private @Nullable Expression newBody;
    private @Nullable Processor onPrepare;
    private @Nullable ExecutorService executor;
    private int cacheSize;
    private boolean ignoreInvalid;

    WireTapDefinition(ProcessorDefinition<?> parent, String template) {
        super(parent);
        this.template = TextTemplate.parse(template).toString();
        this.endpoint = null;
    }

    WireTapDefinition(ProcessorDefinition<?> parent, Endpoint endpoint) {
        super(parent);
        this.template = "";
        this.endpoint = endpoint;
    }

    /** Same as {@code copy(true)}. */
    public WireTapDefinition copy() {
        return copy(true);
    }

    /**
     * Whether a copy of the message is sent; true by default. With false, an exchange without body and headers is sent.
     */
    public WireTapDefinition copy(boolean copy) {
        this.copy = copy;
        return this;
    }

    /** Sets the body of the new exchange, computed from the original message. */
    public WireTapDefinition newExchangeBody(Expression body) {
        Given.check(body, "newExchangeBody", "body", Given.EXPRESSION);
        this.newBody = body;
        return this;
    }

    /**
     * Calls this processor with the new exchange before it is sent, on the thread of the original message. If it
     * throws, the original exchange fails.
     */
    public WireTapDefinition onPrepare(Processor onPrepare) {
        Given.check(onPrepare, "onPrepare", "onPrepare", Given.PROCESSOR);
        this.onPrepare = onPrepare;
        return this;
    }

    /**
     * Uses this executor, which the caller must shut down, instead of a pool of 10 threads with room for 1000 waiting
     * messages. If it accepts a task and never runs it ({@code DiscardPolicy}, {@code shutdownNow()}), the message
     * stays in flight.
     */
    public WireTapDefinition executorService(ExecutorService executor) {
        Given.check(executor, "executorService", "executor", Given.EXECUTOR);
        this.executor = executor;
        return this;
    }

    /**
     * Accepts a URI to which nothing can be sent, such as one of an unknown scheme: the tap is then left out. Without
     * this option the route is refused. A message whose own URI is invalid is logged in any case.
     */
    public WireTapDefinition ignoreInvalidEndpoint() {
        ignoreInvalid = true;
        return this;
    }

    /**
     * The size of the producer cache: 0 means the default of 100, a negative number means no cache. The least recently
     * used producer is removed first.
     */
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
        return new Node.WireTap(template, endpoint, copy, newBody, onPrepare, executor, cacheSize, ignoreInvalid);
    }
}
