package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.builder.AggregationStrategies;
import io.mehari.docs.PicturesTest.Pictured;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One message into many. */
class SplitTest extends GuideSample {

    @Test
    @Pictured("split")
    void split() throws Exception {
        // region split
        context.addRoutes(r -> r.from("direct:caravan")
                .split(body())
                .setHeader("place", exchangeProperty(Exchange.SPLIT_INDEX))
                .to("mock:camel")
                .end()
                .to("mock:caravan"));
        context.start();
        template.sendBody("direct:caravan", List.of("Layla", "Amber", "Dune"));
        // endregion
        mock("camel").expectedBodiesReceived("Layla", "Amber", "Dune");
        mock("camel").message(2).header("place").isEqualTo(2);
        mock("caravan").expectedMessageCount(1);
        mock("camel").assertIsSatisfied();
        mock("caravan").assertIsSatisfied();
    }

    @Test
    void gather() throws Exception {
        // region gather
        context.addRoutes(r -> r.from("direct:prices")
                .split(body(), AggregationStrategies.groupedBody())
                .parallelProcessing()
                .setBody(exchange -> exchange.getBody(Integer.class) * 12));
        context.start();
        assertThat(template.requestBody("direct:prices", List.of(1, 2, 3))).isEqualTo(List.of(12, 24, 36));
        // endregion
    }

    @Test
    void streams() throws Exception {
        // region stream
        context.addRoutes(r -> r.from("direct:file")
                .split(body().tokenize("\n")) // reads line by line, so the file may be of any size
                .streaming()
                .to("mock:line"));
        context.start();
        template.sendBody("direct:file", new StringReader("first\nsecond\n"));
        // endregion
        mock("line").expectedBodiesReceived("first", "second");
        mock("line").assertIsSatisfied();
    }

    @Test
    void failures() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:all").split(body()).process(SplitTest::refuseTwo).to("mock:all");
            r.from("direct:stop")
                    .split(body())
                    .stopOnException()
                    .process(SplitTest::refuseTwo)
                    .to("mock:stop");
        });
        context.start();
        // region failures
        assertThatThrownBy(() -> template.sendBody("direct:all", List.of(1, 2, 3)))
                .hasRootCauseMessage("not 2");
        mock("all").expectedBodiesReceived(1, 3); // the third part was processed too

        assertThatThrownBy(() -> template.sendBody("direct:stop", List.of(1, 2, 3)))
                .hasRootCauseMessage("not 2");
        mock("stop").expectedBodiesReceived(1); // the third part was never created
        // endregion
        mock("all").assertIsSatisfied();
        mock("stop").assertIsSatisfied();
    }

    private static void refuseTwo(Exchange exchange) {
        if (exchange.getBody().equals(2)) {
            throw new IllegalArgumentException("not 2");
        }
    }
}
