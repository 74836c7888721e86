package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangeReleasedException;
import io.mehari.impl.PooledExchangeFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What is used again, and what comes of keeping it. */
class MemoryTest extends GuideSample {

    @Test
    void pool() throws Exception {
        AtomicReference<Exchange> kept = new AtomicReference<>();
        // region pool
        PooledExchangeFactory pool = new PooledExchangeFactory(context, 1000);
        context.getRoutingContextExtension().setExchangeFactory(pool);
        context.getRoutingContextExtension().setProfile("dev"); // checks every use after release
        context.addRoutes(r -> r.from("direct:orders").process(kept::set)); // wrong: keeps the exchange
        context.start();
        template.sendBody("direct:orders", "dates");

        assertThatThrownBy(() -> kept.get().getBody()).isInstanceOf(ExchangeReleasedException.class);
        // endregion
    }
}
