package io.mehari.impl.pattern;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint whose URI comes from the message. */
public final class DynamicTo extends Step {
    private final Expression recipient;
    private final ProducerCache cache;

    public DynamicTo(Expression recipient, ProducerCache cache) {
        this.recipient = recipient;
        this.cache = cache;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        ProducerCache.Target target = target(exchange, recipient, cache);
        if (!target.code.run(exchange, 0)) {
            return suspended(exchange, target);
        }
        cache.release(target);
        return next;
    }

    /** The target for the value of the expression. */
    static ProducerCache.Target target(AbstractExchange exchange, Expression recipient, ProducerCache cache)
            throws Exception {
        return cache.acquire(value(exchange, recipient));
    }

    /** The URI that the expression gives. */
    public static String uri(Exchange exchange, Expression recipient) {
        Object value = value(exchange, recipient);
        return value instanceof Endpoint endpoint ? endpoint.getEndpointUri() : value.toString();
    }

    private static Object value(Exchange exchange, Expression recipient) {
        Object value = recipient.evaluate(exchange);
        if (value == null) {
            throw new ResolveEndpointFailedException(
                    SafeText.of(recipient, 300),
                    "it has no value for this message; make sure that the headers and" + " properties in it are set",
                    null);
        }
        return value;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        cache.release(Objects.requireNonNull((ProducerCache.Target) state));
        return next;
    }
}
