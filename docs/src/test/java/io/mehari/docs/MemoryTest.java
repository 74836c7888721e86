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
        context.getStreamCachingStrategy().setSpoolThreshold(64 << 10); // bytes in memory
        context.getStreamCachingStrategy().setLimit(10 << 20); // bytes in memory or in the file
        context.getStreamCachingStrategy().setSpoolDirectory(directory); // else that of the system
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
