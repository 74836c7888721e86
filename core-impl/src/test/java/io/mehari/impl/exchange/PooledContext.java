package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.Processor;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.Elsewhere;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A context with pooled exchanges, which checks at its end whether all of them were released. */
public final class PooledContext implements AutoCloseable {
    public final DefaultRoutingContext context = new DefaultRoutingContext();
    public final ProducerTemplate template = context.createProducerTemplate();
    public final Elsewhere elsewhere = new Elsewhere();
    private final Exchanges pool;

    /** @param checked whether any use after release throws */
    public PooledContext(boolean checked) {
        pool = Pools.in(context, 100, checked);
    }

    public void routes(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    /** What an exchange was at its end; itself, it is released. */
    public record Outcome(
            @Nullable Object body,
            Map<String, @Nullable Object> headers,
            Map<String, @Nullable Object> properties,
            @Nullable Exception failure,
            boolean routeStop) {}

    public Outcome send(@Nullable Object body) {
        return send(exchange -> exchange.setBody(body));
    }

    public Outcome send(Processor prepare) {
        return sendTo("direct:a", prepare);
    }

    public Outcome sendTo(String uri, Processor prepare) {
        Exchange exchange = pool.create(ExchangePattern.InOut);
        try {
            prepare.process(exchange);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        template.send(uri, exchange);
        Outcome outcome = new Outcome(
                exchange.getBody(),
                new LinkedHashMap<>(exchange.getHeaders()),
                exchange.getAllProperties(),
                exchange.getException(),
                exchange.isRouteStop());
        Pools.release(exchange);
        return outcome;
    }

    /** How many bytes of streams the context keeps. */
    public long keptOfStreams() {
        return ((OriginSource) context.getRoutingContextExtension())
                .streamBudget()
                .total();
    }

    public long inUse() {
        return pool.statistics().inUse();
    }

    /** Law X1: created = released. Waits for exchanges that end after a timeout. */
    @Override
    public void close() {
        context.stop();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (inUse() > 0 && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        elsewhere.close(); // not before, as it drops the steps that it has not begun
        assertThat(inUse()).as("exchanges that nobody gave back").isZero();
        assertThat(pool.statistics().refused()).as("given back twice").isZero();
    }
}
