package io.mehari.impl;

import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint that the message names. */
final class DynamicTo extends Step {
    private final Expression recipient;
    private final boolean ignoreInvalid;
    private final ProducerCache cache;

    DynamicTo(Expression recipient, boolean ignoreInvalid, ProducerCache cache) {
        this.recipient = recipient;
        this.ignoreInvalid = ignoreInvalid;
        this.cache = cache;
    }

    @Override
    int run(DefaultExchange exchange) throws Exception {
        ProducerCache.Target target = target(exchange, recipient, ignoreInvalid, cache);
        if (target == null) {
            return next;
        }
        if (!target.code.run(exchange, 0)) {
            return suspended(exchange, target);
        }
        cache.release(target);
        return next;
    }

    /** Null where there is none, or none that is to be heeded. */
    static ProducerCache.@Nullable Target target(
            DefaultExchange exchange, Expression recipient, boolean ignoreInvalid, ProducerCache cache)
            throws Exception {
        Object value = recipient.evaluate(exchange);
        try {
            return value == null ? null : cache.acquire(value);
        } catch (ResolveEndpointFailedException e) {
            if (ignoreInvalid) {
                return null;
            }
            throw e;
        }
    }

    @Override
    int resume(DefaultExchange exchange, @Nullable Object state) {
        ProducerCache.Target target = (ProducerCache.Target) state;
        assert target != null;
        cache.release(target);
        return next;
    }
}
