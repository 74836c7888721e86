package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangeReleasedException;
import io.mehari.component.mock.MockEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is used again, and what comes of keeping it. */
class MemoryTest extends GuideSample {

    @Test
    void streams(@TempDir Path directory) throws Exception {
        Path order = Files.writeString(directory.resolve("order"), "a saddle");
        mock("desk").expectedBodiesReceived("a saddle");
        mock("ledger").expectedBodiesReceived("a saddle");
        // region streams
        context.getStreamCachingStrategy().setLimit(4 << 20); // bytes of a stream
        context.getStreamCachingStrategy().setTotalLimit(100 << 20); // of all streams together
        context.addRoutes(r -> r.from("direct:orders")
                .log("${body}") // reads the stream
                .multicast()
                .to("mock:desk", "mock:ledger")); // so does each of them
        context.start();
        template.sendBody("direct:orders", Files.newInputStream(order));
        // endregion
        MockEndpoint.assertIsSatisfied(context);
    }

    @Test
    void pool() throws Exception {
        AtomicReference<Exchange> kept = new AtomicReference<>();
        // region pool
        context.getRoutingContextExtension().setExchangePool(1000);
        context.getRoutingContextExtension().setProfile("dev"); // checks every use after release
        context.addRoutes(r -> r.from("direct:orders").process(kept::set)); // wrong: keeps the exchange
        context.start();
        template.sendBody("direct:orders", "dates");

        assertThatThrownBy(() -> kept.get().getBody()).isInstanceOf(ExchangeReleasedException.class);
        // endregion
    }
}
