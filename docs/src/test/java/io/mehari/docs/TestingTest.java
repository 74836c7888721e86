package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.testing.AdviceWith;
import io.mehari.testing.MehariExtension;
import io.mehari.testing.NotifyBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Testing one's routes. */
class TestingTest extends GuideSample {

    @Test
    void expectations() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").to("mock:desk"));
        context.start();
        // region expectations
        MockEndpoint desk = MockEndpoint.resolve(context, "mock:desk");
        desk.expectedMessageCount(2);
        desk.expectedBodiesReceivedInAnyOrder("dates", "a saddle");
        desk.expectedHeaderReceived("customer", "Aïcha");
        desk.message(0).body().isInstanceOf(String.class);
        desk.allMessages().header("price").isGreaterThan(0);
        desk.expectsNoDuplicates(body());

        template.send("direct:orders", exchange -> order(exchange, "dates"));
        template.send("direct:orders", exchange -> order(exchange, "a saddle"));

        desk.assertIsSatisfied(); // waits up to 10 seconds
        // endregion
    }

    private static void order(Exchange exchange, String what) {
        exchange.setBody(what);
        exchange.setHeader("customer", "Aïcha");
        exchange.setHeader("price", 12);
    }

    @Test
    void standIn() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").enrich("{{stock}}").to("mock:out"));
        // region standIn
        context.getGlobalOptions().put("stock", "mock:stock"); // in production: direct:stock
        context.start();
        mock("stock").returnReplyBody(exchange -> 100);
        mock("stock").whenExchangeReceived(2, exchange -> {
            throw new IOException("no connection");
        });

        assertThat(template.requestBody("direct:orders", "dates")).isEqualTo(100);
        assertThatThrownBy(() -> template.requestBody("direct:orders", "dates")).hasCauseInstanceOf(IOException.class);
        // endregion
    }

    @Test
    void advice() throws Exception {
        context.addRoutes(r -> r.from("timer:orders?delay=1000000")
                .routeId("orders")
                .setHeader("price", constant(0))
                .id("price")
                .setBody(exchange -> "packed " + exchange.getBody())
                .id("pack")
                .to("direct:packed"));
        // region advice
        AdviceWith.adviceWith(context, "orders", route -> {
            route.replaceFromWith("direct:test");
            route.mockEndpointsAndSkip("direct:*"); // mock:direct:packed gets what would be sent
            route.weaveById("price").replace().setHeader("price", constant(12));
            route.weaveById("pack").before().to("mock:unpacked");
        });
        context.start();
        // endregion
        mock("unpacked").expectedBodiesReceived("dates");
        mock("direct:packed").expectedBodiesReceived("packed dates");
        mock("direct:packed").expectedHeaderReceived("price", 12);
        template.sendBody("direct:test", "dates");
        MockEndpoint.assertIsSatisfied(context);
    }

    // region extension
    @Nested
    @ExtendWith(MehariExtension.class)
    class OrdersTest {
        @BeforeEach
        void routes(RoutingContext context) {
            context.addRoutes(r -> r.from("direct:orders").routeId("orders").to("mock:desk"));
            context.start();
        }

        @Test
        void anOrderComesToTheDesk(RoutingContext context, ProducerTemplate template) throws Exception {
            MockEndpoint desk = MockEndpoint.resolve(context, "mock:desk");
            desk.expectedBodiesReceived("dates");
            template.sendBody("direct:orders", "dates");
            desk.assertIsSatisfied();
        }
    }
    // endregion

    @Test
    void nothing() throws Exception {
        context.addRoutes(
                r -> r.from("direct:orders").filter(header("type").isNotNull()).to("mock:out"));
        context.start();
        // region nothing
        mock("out").expectedMessageCount(0);
        template.sendBody("direct:orders", "an order without a type");
        mock("out").assertIsSatisfied(50); // no message arrives within 50 ms
        // endregion
    }

    @Test
    void manyMocks() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").to("mock:a", "mock:b"));
        context.start();
        mock("a").expectedMessageCount(1);
        mock("b").expectedMessageCount(1);
        template.sendBody("direct:orders", "dates");
        // region many
        MockEndpoint.assertIsSatisfied(context, 5, TimeUnit.SECONDS); // all mocks of the context
        // endregion
    }

    @Test
    void counts() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:orders").to("seda:packing");
            r.from("seda:packing").routeId("packing").to("mock:packed");
        });
        context.start();
        // region counts
        NotifyBuilder packed = new NotifyBuilder(context)
                .fromRoute("packing")
                .whenDone(2)
                .and()
                .whenExactlyFailed(0)
                .create();

        template.sendBody("direct:orders", "dates");
        template.sendBody("direct:orders", "a saddle");

        packed.assertMatches(10, TimeUnit.SECONDS); // says what was missing, by route
        // endregion
        mock("packed").expectedMessageCount(2);
        mock("packed").assertIsSatisfied();
    }

    @Test
    void aProcessorAlone() throws Exception {
        // region processor
        Exchange exchange = context.createExchange();
        exchange.setHeader("kilograms", 3);
        new ConceptsTest.Price().process(exchange);
        assertThat(exchange.getBody()).isEqualTo(36);
        // endregion
    }
}
