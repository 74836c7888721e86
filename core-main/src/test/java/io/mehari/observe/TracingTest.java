package io.mehari.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.Test;

class TracingTest {

    @Test
    void tracingLogsEachStep() {
        try (NotedLog log = new NotedLog("io.mehari.trace");
                DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.getRoutingContextExtension().setTracing(true);
            context.addRoutes(r -> r.from("direct:a")
                    .routeId("a")
                    .setBody(exchange -> 1)
                    .throwException(new IllegalStateException("no")));
            context.start();
            context.createProducerTemplate().send("direct:a", exchange -> exchange.setBody(">"));

            assertThat(log.messages()).hasSize(3);
            assertThat(log.messages().get(0)).startsWith("a ").endsWith(" setBody body: java.lang.String");
            assertThat(log.messages().get(2)).endsWith(" throwException failed: java.lang.IllegalStateException: no");
        }
    }
}
