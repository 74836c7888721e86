package io.mehari.impl.pattern;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.internal.SafeText;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sends to an endpoint whose URI comes from the message. */
public final class DynamicTo extends Step {
    private final Expression recipient;
    private final @Nullable Set<String> allowedSchemes;
    private final ProducerCache cache;

    public DynamicTo(Node.DynamicTo settings, Expression recipient, ProducerCache cache) {
        this.recipient = recipient;
        this.allowedSchemes = settings.allowedSchemes();
        this.cache = cache;
    }

    @Override
    public int run(AbstractExchange exchange) throws Exception {
        Object to = value(exchange, recipient); // once: what is checked is what is sent to
        if (allowedSchemes != null) {
            to = checked(to, allowedSchemes);
        }
        ProducerCache.Target target = cache.acquire(to);
        if (!target.code.run(exchange, 0)) {
            return suspended(exchange, target);
        }
        cache.release(target);
        return next;
    }

    /** The URI, whose text is made once; or the endpoint, if it is one. */
    private static Object checked(Object to, Set<String> allowed) {
        String uri = (to instanceof Endpoint endpoint ? endpoint.getEndpointUri() : to.toString()).trim();
        int colon = uri.indexOf(':');
        if (!allowed.contains(colon < 0 ? uri : uri.substring(0, colon))) {
            throw new ResolveEndpointFailedException(
                    uri, "its scheme is not in the allowed schemes of toD(), which are " + allowed, null);
        }
        return to instanceof Endpoint ? to : uri;
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
