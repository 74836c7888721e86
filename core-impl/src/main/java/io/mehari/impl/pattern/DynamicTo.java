package io.mehari.impl.pattern;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.Node;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.SafeText;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint whose URI comes from the message. */
public final class DynamicTo extends Step {
    private final Expression recipient;
    private final boolean ignoreInvalid;
    private final @Nullable Set<String> allowedSchemes;
    private final ProducerCache cache;

    public DynamicTo(Node.DynamicTo settings, Expression recipient, ProducerCache cache) {
        this.recipient = recipient;
        this.ignoreInvalid = settings.ignoreInvalid();
        this.allowedSchemes = settings.allowedSchemes();
        this.cache = cache;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        if (allowedSchemes != null) {
            checkScheme(exchange, allowedSchemes);
        }
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

    /** Refuses a URI of another scheme, also if invalid URIs are to be ignored. */
    private void checkScheme(Exchange exchange, Set<String> allowed) {
        Object value = recipient.evaluate(exchange);
        if (value != null) {
            String uri = value.toString();
            int colon = uri.indexOf(':');
            if (!allowed.contains(colon < 0 ? uri : uri.substring(0, colon))) {
                throw new ResolveEndpointFailedException(
                        uri, "its scheme is not in the allowed schemes of toD(), which are " + allowed, null);
            }
        }
    }

    /** The target for the value of the expression; null if it is invalid and this is to be ignored. */
    static ProducerCache.@Nullable Target target(
            AbstractExchange exchange, Expression recipient, boolean ignoreInvalid, ProducerCache cache)
            throws Exception {
        try {
            return cache.acquire(value(exchange, recipient));
        } catch (ResolveEndpointFailedException e) {
            if (ignoreInvalid) {
                return null;
            }
            throw e;
        }
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
                    "it has no value for this message; make sure that the headers and"
                            + " properties in it are set, or set the option to ignore invalid endpoints",
                    null);
        }
        return value;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        ProducerCache.Target target = (ProducerCache.Target) state;
        assert target != null;
        cache.release(target);
        return next;
    }
}
