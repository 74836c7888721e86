package io.mehari.impl.pattern;

import io.mehari.Expression;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.Step;
import io.mehari.impl.exchange.AbstractExchange;
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
        ProducerCache.Target target = cache.acquire(Objects.requireNonNull(recipient.evaluate(exchange)));
        if (!target.code.run(exchange, 0)) {
            return suspended(exchange, target);
        }
        cache.release(target);
        return next;
    }

    @Override
    public int resume(AbstractExchange exchange, @Nullable Object state) {
        cache.release(Objects.requireNonNull((ProducerCache.Target) state));
        return next;
    }
}
