package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.docs.PicturesTest.Pictured;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words of the guide, in the order in which a message meets them. */
class ConceptsTest extends GuideSample {

    @Test
    @Pictured("route")
    void aRouteIsAListOfSteps() throws Exception {
        // region route
        context.addRoutes(r -> r.from("direct:greet")
                .routeId("greeting")
                .setHeader("language", constant("en"))
                .process(exchange -> exchange.setBody("Hello, " + exchange.getBody()))
                .to("mock:out"));
        context.start();
        template.sendBody("direct:greet", "world");
        // endregion
        mock("out").expectedBodiesReceived("Hello, world");
        mock("out").assertIsSatisfied();
    }

    @Test
    void anExchangeIsItsMessage() {
        context.start();
        // region exchange
        Exchange exchange = context.getEndpoint("direct:orders").createExchange();
        exchange.setBody("3 kg of dates");
        exchange.setHeader("Content-Type", "text/plain"); // belongs to the message
        exchange.setProperty("tries", 2); // belongs to the exchange

        assertThat(exchange.getMessage()).isSameAs(exchange);
        assertThat(exchange.getHeader("content-type")).isEqualTo("text/plain");
        assertThat(exchange.getProperty("tries", String.class)).isEqualTo("2");
        // endregion
    }

    @Test
    void aCopySharesUntilOneSideWrites() {
        Exchange original = context.getEndpoint("direct:orders").createExchange();
        // region copy
        original.setHeader("stage", "packed");
        Exchange copy = original.copy();
        copy.setHeader("stage", "sent");

        assertThat(original.getHeader("stage")).isEqualTo("packed");
        // endregion
    }

    // region processor
    static final class Price implements Processor {
        @Override
        public void process(Exchange exchange) {
            exchange.setBody(12 * exchange.getHeader("kilograms", 1, Integer.class));
        }
    }
    // endregion

    @Test
    void aProcessorReadsAndWritesTheExchange() throws Exception {
        context.addRoutes(r -> r.from("direct:price").process(new Price()));
        context.start();

        assertThat(template.requestBodyAndHeader("direct:price", "dates", "Kilograms", "3", Integer.class))
                .isEqualTo(36);
    }

    @Test
    void completionsRunWhenTheMessageIsDone() throws Exception {
        List<String> told = new ArrayList<>();
        // region unitOfWork
        context.addRoutes(r -> r.from("direct:store")
                .process(exchange -> exchange.getUnitOfWork().addSynchronization(new Synchronization() {
                    @Override
                    public void onComplete(Exchange done) {
                        told.add("stored " + done.getBody());
                    }

                    @Override
                    public void onFailure(Exchange done) {
                        told.add("lost " + done.getBody());
                    }
                }))
                .filter(body().isEqualTo("a broken saddle"))
                .throwException(new IllegalStateException("it is broken")));
        context.start();
        template.sendBody("direct:store", "a saddle");
        template.send("direct:store", exchange -> exchange.setBody("a broken saddle"));

        assertThat(told).containsExactly("stored a saddle", "lost a broken saddle");
        // endregion
    }
}
