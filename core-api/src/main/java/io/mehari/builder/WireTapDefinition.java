package io.mehari.builder;

import io.mehari.Endpoint;
import io.mehari.Processor;
import io.mehari.builder.model.Node;
import org.jspecify.annotations.Nullable;

/**
 * Sends a new one-way exchange to an endpoint on another thread, without waiting for it. If it fails, the failure is
 * logged. The pool has 10 threads with room for 1000 waiting messages. If it rejects one, the thread of the original
 * message sends it, so none is lost.
 */
public final class WireTapDefinition extends ExecutorDefinition<WireTapDefinition> {
    private final String template;
    private final @Nullable Endpoint endpoint;
    private @Nullable String allowed;
    private boolean copy = true;
    private @Nullable Processor onPrepare;

    WireTapDefinition(ProcessorDefinition<?> parent, String template, @Nullable Endpoint endpoint) {
        super(parent, false);
        this.template = template;
        this.endpoint = endpoint;
    }

    /**
     * Whether a copy of the message is sent; true by default. With false, an exchange without body and headers is sent.
     */
    public WireTapDefinition copy(boolean copy) {
        this.copy = copy;
        return this;
    }

    /**
     * Calls this processor with the new exchange before it is sent, on the thread of the original message. If it
     * throws, the original exchange fails.
     */
    public WireTapDefinition onPrepare(Processor onPrepare) {
        this.onPrepare = given(onPrepare, "onPrepare", "onPrepare", Arguments.PROCESSOR);
        return this;
    }

    /** The schemes that a message may choose, and the options that it may set: {@code "direct,seda?size&timeout"}. */
    public WireTapDefinition allowedSchemes(String schemes) {
        allowed = Arguments.check(schemes, "allowedSchemes", "schemes", Arguments.SCHEMES);
        return this;
    }

    @Override
    Node toNode() {
        return new Node.WireTap(template, endpoint, allowed, copy, onPrepare, executor);
    }
}
