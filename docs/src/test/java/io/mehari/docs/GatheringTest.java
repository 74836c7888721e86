package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.InvalidCorrelationKeyException;
import io.mehari.NoMessageIdException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.docs.PicturesTest.Pictured;
import io.mehari.impl.MemoryIdempotentRepository;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many messages into one, one message and another, and none twice. */
class GatheringTest extends GuideSample {

    @Test
    @Pictured("aggregate")
    void aggregate() throws Exception {
        // region aggregate
        context.addRoutes(r -> r.from("direct:orders")
                .aggregate(header("customer"), AggregationStrategies.groupedBody())
                .completionSize(3)
                .completionTimeout(50)
                .to("mock:parcel"));
        context.start();
        for (String each : List.of("dates", "figs", "nuts", "salt")) {
            template.sendBodyAndHeader("direct:orders", each, "customer", "Aïcha");
        }
        // endregion
        mock("parcel").expectedBodiesReceived(List.of(List.of("dates", "figs", "nuts"), List.of("salt")));
        mock("parcel")
                .message(0)
                .exchangeProperty(Exchange.AGGREGATED_COMPLETED_BY)
                .isEqualTo("size");
        mock("parcel")
                .message(1)
                .exchangeProperty(Exchange.AGGREGATED_COMPLETED_BY)
                .isEqualTo("timeout");
        mock("parcel").assertIsSatisfied();
    }

    @Test
    void aggregateWithAStrategy() throws Exception {
        // region strategy
        context.addRoutes(r -> r.from("direct:weights")
                .aggregate(header("caravan"), (old, next) -> {
                    if (old == null) {
                        return next; // the first message of a group
                    }
                    old.setBody(old.getBody(Integer.class) + next.getBody(Integer.class));
                    return old;
                })
                .completionPredicate(body().isGreaterThan(100))
                .forceCompletionOnStop()
                .to("mock:full")
                .end()
                .to("mock:each"));
        // endregion
        context.start();
        mock("full").expectedBodiesReceived(110, 20);
        mock("each").expectedBodiesReceived(60, 50, 20);
        for (int each : List.of(60, 50, 20)) {
            template.sendBodyAndHeader("direct:weights", each, "caravan", "west");
        }
        mock("each").assertIsSatisfied();
        context.getRouteController().stopRoute("route1");
        mock("full").assertIsSatisfied();
    }

    @Test
    void aMessageWithoutAKey() throws Exception {
        context.addRoutes(r -> r.from("direct:orders")
                .aggregate(header("customer"), AggregationStrategies.groupedBody())
                .completionSize(3)
                .to("mock:parcel"));
        context.start();
        assertThatThrownBy(() -> template.sendBody("direct:orders", "salt"))
                .hasCauseInstanceOf(InvalidCorrelationKeyException.class);
    }

    @Test
    @Pictured("enrich")
    void enrich() throws Exception {
        // region enrich
        context.addRoutes(r -> {
            r.from("direct:orders").enrich("direct:stock", (order, stock) -> {
                order.setHeader("stock", stock.getBody());
                return order;
            });
            r.from("direct:stock").setBody(exchange -> 100);
        });
        // endregion
        context.start();
        Exchange done = template.request("direct:orders", exchange -> exchange.setBody("dates"));
        assertThat(done.getBody()).isEqualTo("dates");
        assertThat(done.getHeader("stock")).isEqualTo(100);
    }

    @Test
    @Pictured("idempotent")
    void idempotentConsumer() throws Exception {
        // region idempotent
        context.addRoutes(r -> r.from("direct:orders")
                .idempotentConsumer(header("id"), MemoryIdempotentRepository.memoryIdempotentRepository(10_000))
                .to("mock:once")
                .end()
                .to("mock:all"));
        context.start();
        template.sendBodyAndHeader("direct:orders", "a saddle", "id", 7);
        template.sendBodyAndHeader("direct:orders", "a saddle", "id", 7);
        // endregion
        mock("once").expectedMessageCount(1);
        mock("all").expectedMessageCount(2);
        mock("all").message(1).exchangeProperty(Exchange.DUPLICATE_MESSAGE).isTrue();
        mock("once").assertIsSatisfied();
        mock("all").assertIsSatisfied();
        assertThatThrownBy(() -> template.sendBody("direct:orders", "a saddle without an id"))
                .hasCauseInstanceOf(NoMessageIdException.class);
    }
}
