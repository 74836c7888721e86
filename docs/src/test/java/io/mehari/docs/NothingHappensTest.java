package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.RouteStats;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the page about silence says: each line that it quotes is logged. */
class NothingHappensTest extends GuideSample {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger("io.mehari");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void leave() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    private void awaitLine(String... parts) throws InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        while (lines.stream().noneMatch(each -> List.of(parts).stream().allMatch(each::contains))) {
            assertThat(System.nanoTime()).as("%s", lines).isLessThan(end);
            Thread.sleep(5);
        }
    }

    @Test
    void s6_aQueueThatNobodyReads() throws Exception {
        // region queue
        context.addRoutes(r -> {
            r.from("direct:orders").to("seda:paking");
            r.from("seda:packing").to("mock:packed");
        });
        context.start();
        // endregion
        awaitLine("nothing reads seda:paking", "did you mean 'seda:packing'?", "[MH-50]");
    }

    @Test
    void s6_aContextWithoutRoutes() throws Exception {
        context.start();
        awaitLine("is started, but has no routes", "[MH-51]");
    }

    @Test
    void s6_aRouteThatIsNotStarted() throws Exception {
        // region stopped
        context.addRoutes(
                r -> r.from("direct:night").routeId("night").autoStartup(false).to("mock:out"));
        context.start();
        assertThatThrownBy(() -> template.sendBody("direct:night?timeout=1100", "an order")) // default: 30 seconds
                .hasCauseInstanceOf(DirectConsumerNotAvailableException.class)
                .hasMessageContaining("route night starts there, but is Stopped");
        // endregion
        awaitLine("A sender waits for a route that starts from direct:night", "[MH-53]");
    }

    @Test
    void s6_aFailureThatIsHandled() throws Exception {
        // region counts
        context.addRoutes(r -> {
            r.onException(IOException.class).handled(true);
            r.from("direct:orders")
                    .routeId("orders")
                    .filter(header("type").isEqualTo("express"))
                    .throwException(new IOException("the ledger is wet"))
                    .end()
                    .to("mock:out");
        });
        context.start();
        template.sendBodyAndHeader("direct:orders", "a saddle", "type", "express"); // throws nothing
        template.sendBodyAndHeader("direct:orders", "dates", "tipe", "express"); // the filter does not match
        RouteStats orders = context.getRoute("orders").stats();
        assertThat(orders.completed()).isEqualTo(2);
        assertThat(orders.handled()).isEqualTo(1);
        // endregion
    }

    @Test
    void s6_eachStep() throws Exception {
        // region trace
        context.getRoutingContextExtension().setTracing(true); // before the routes start
        // endregion
        context.addRoutes(
                r -> r.from("direct:orders").routeId("orders").setBody(e -> "x").to("mock:out"));
        context.start();
        template.sendBody("direct:orders", "a saddle");
        awaitLine("orders", "setBody");
    }
}
