package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.NoSuchEndpointException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.docs.PicturesTest.Pictured;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a message goes. */
class RoutingTest extends GuideSample {

    @Test
    @Pictured("filter")
    void filter() throws Exception {
        // region filter
        context.addRoutes(r -> r.from("direct:orders")
                .filter(header("type").isEqualTo("express"))
                .to("mock:express")
                .end()
                .to("mock:all"));
        // endregion
        context.start();
        mock("express").expectedBodiesReceived("a saddle");
        mock("all").expectedBodiesReceived("a saddle", "dates");
        template.sendBodyAndHeader("direct:orders", "a saddle", "type", "express");
        template.sendBody("direct:orders", "dates");
        mock("express").assertIsSatisfied();
        mock("all").assertIsSatisfied();
    }

    @Test
    @Pictured("choice")
    void choice() throws Exception {
        // region choice
        context.addRoutes(r -> r.from("direct:orders")
                .choice()
                .when(header("type").isEqualTo("express"))
                .to("mock:express")
                .when(body().contains("saddle"))
                .to("mock:saddler")
                .otherwise()
                .to("mock:rest")
                .end()
                .to("mock:all"));
        // endregion
        context.start();
        mock("express").expectedBodiesReceived("a saddle");
        mock("saddler").expectedBodiesReceived("two saddles");
        mock("rest").expectedBodiesReceived("dates");
        mock("all").expectedMessageCount(3);
        template.sendBodyAndHeader("direct:orders", "a saddle", "type", "express");
        template.sendBody("direct:orders", "two saddles");
        template.sendBody("direct:orders", "dates");
        for (String each : List.of("express", "saddler", "rest", "all")) {
            mock(each).assertIsSatisfied();
        }
    }

    @Test
    @Pictured("loop")
    void loop() throws Exception {
        // region loop
        context.addRoutes(r -> {
            r.from("direct:thrice").loop(3).setBody(body().append("."));
            r.from("direct:until")
                    .loopDoWhile(exchange -> exchange.getBody(String.class).length() < 10)
                    .setBody(body().append("."));
        });
        // endregion
        context.start();
        assertThat(template.requestBody("direct:thrice", "a")).isEqualTo("a...");
        assertThat(template.requestBody("direct:until", "a")).isEqualTo("a.........");
    }

    @Test
    @Pictured("multicast")
    void multicast() throws Exception {
        // region multicast
        context.addRoutes(r -> r.from("direct:orders")
                .multicast(AggregationStrategies.string(", "))
                .parallelProcessing()
                .to("direct:stock")
                .to("direct:customer")
                .end()
                .to("mock:out"));
        // endregion
        context.addRoutes(r -> {
            r.from("direct:stock").setBody(body().append(" are there"));
            r.from("direct:customer").setBody(body().append(" are paid"));
        });
        context.start();
        mock("out").expectedBodiesReceived("dates are there, dates are paid");
        template.sendBody("direct:orders", "dates");
        mock("out").assertIsSatisfied();
    }

    @Test
    @Pictured("recipientList")
    void recipientList() throws Exception {
        // region recipientList
        context.addRoutes(r -> r.from("direct:news").recipientList(header("to")).allowedSchemes("mock"));
        context.start();
        template.sendBodyAndHeader("direct:news", "the caravan is here", "to", "mock:cook, mock:guard");
        // endregion
        mock("cook").expectedMessageCount(1);
        mock("guard").expectedMessageCount(1);
        mock("cook").assertIsSatisfied();
        mock("guard").assertIsSatisfied();
    }

    @Test
    void aRecipientThatIsNone() throws Exception {
        context.addRoutes(r -> r.from("direct:news").recipientList(header("to")).allowedSchemes("mock,nosuch"));
        context.start();
        assertThatThrownBy(() -> template.sendBodyAndHeader("direct:news", "x", "to", "mock:cook, nosuch:guard"))
                .hasCauseInstanceOf(NoSuchEndpointException.class);
        assertThat(mock("cook").getReceivedCounter()).isZero();
    }

    @Test
    @Pictured("toD")
    void toD() throws Exception {
        // region toD
        context.addRoutes(r -> r.from("direct:orders")
                .setHeader("desk", constant("saddler")) // set by the route, not by the sender
                .toD("mock:${header.desk}"));
        // endregion
        context.start();
        mock("saddler").expectedMessageCount(1);
        template.sendBody("direct:orders", "a saddle");
        mock("saddler").assertIsSatisfied();
    }

    @Test
    @Pictured("wireTap")
    void wireTap() throws Exception {
        // region wireTap
        context.addRoutes(r -> r.from("direct:orders")
                .wireTap("seda:audit")
                .onPrepare(exchange -> exchange.setBody("seen: " + exchange.getBody()))
                .to("mock:out"));
        context.addRoutes(r -> r.from("seda:audit").to("mock:audit"));
        // endregion
        context.start();
        mock("audit").expectedBodiesReceived("seen: a saddle");
        mock("out").expectedBodiesReceived("a saddle");
        template.sendBody("direct:orders", "a saddle");
        mock("audit").assertIsSatisfied();
        mock("out").assertIsSatisfied();
        assertThat(mock("audit").getExchanges().get(0).getProperty(Exchange.CORRELATION_ID))
                .isNotNull();
    }
}
