package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.exceptionMessage;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.RoutingExecutionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.docs.PicturesTest.Pictured;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What happens when something fails. */
class ErrorsTest extends GuideSample {

    private final AtomicInteger tries = new AtomicInteger();

    private void book(Exchange exchange) throws IOException {
        tries.incrementAndGet();
        throw new IOException("the ledger is wet");
    }

    @Test
    void aFailureIsTheCallers() throws Exception {
        // region callers
        context.addRoutes(r -> r.from("direct:orders").process(this::book));
        context.start();
        assertThatThrownBy(() -> template.sendBody("direct:orders", "dates"))
                .isInstanceOf(RoutingExecutionException.class)
                .hasCauseInstanceOf(IOException.class);

        Exchange failed = template.send("direct:orders", exchange -> exchange.setBody("dates"));
        assertThat(failed.getException()).hasMessage("the ledger is wet");
        // endregion
    }

    @Test
    @Pictured("redelivery")
    void redelivery() throws Exception {
        // region redelivery
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(deadLetterChannel("mock:dead")
                        .maximumRedeliveries(3)
                        .redeliveryDelay(10)
                        .backOffMultiplier(2));

                from("direct:orders").process(exchange -> book(exchange)).to("mock:out");
            }
        });
        context.start();
        template.sendBody("direct:orders", "dates"); // does not throw: the dead letter channel handled the failure
        assertThat(tries).hasValue(4); // the first attempt and three redeliveries
        // endregion
        mock("dead").expectedBodiesReceived("dates");
        mock("out").expectedMessageCount(0);
        mock("dead").assertIsSatisfied();
        mock("out").assertIsSatisfied();
    }

    @Test
    @Pictured("onException")
    void onException() throws Exception {
        // region onException
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onException(IOException.class)
                        .maximumRedeliveries(2)
                        .redeliveryDelay(0)
                        .handled(true)
                        .setBody(exceptionMessage());
                onException(IllegalArgumentException.class).continued(true);

                from("direct:orders").process(exchange -> book(exchange)).to("mock:booked");
                from("direct:prices")
                        .throwException(new IllegalArgumentException("no price"))
                        .setBody(constant("on request"));
            }
        });
        context.start();
        assertThat(template.requestBody("direct:orders", "dates")).isEqualTo("the ledger is wet");
        assertThat(template.requestBody("direct:prices", "dates")).isEqualTo("on request");
        // endregion
        assertThat(tries).hasValue(3);
    }

    @Test
    @Pictured("doTry")
    void doTry() throws Exception {
        // region doTry
        context.addRoutes(r -> r.from("direct:orders")
                .doTry()
                .process(this::book)
                .doCatch(IOException.class)
                .setBody(exceptionMessage())
                .doFinally()
                .to("mock:always")
                .end()
                .to("mock:out"));
        // endregion
        context.start();
        mock("always").expectedMessageCount(1);
        mock("out").expectedBodiesReceived("the ledger is wet");
        template.sendBody("direct:orders", "dates");
        mock("always").assertIsSatisfied();
        mock("out").assertIsSatisfied();
    }

    @Test
    void acrossRoutes() throws Exception {
        // region across
        context.addRoutes(r -> {
            r.from("direct:a")
                    .errorHandler(defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0))
                    .to("direct:b");
            r.from("direct:b").errorHandler(noErrorHandler()).process(this::book);
        });
        context.start();
        template.send("direct:a", exchange -> exchange.setBody("dates"));
        assertThat(tries).hasValue(2); // b has no error handler, so a retries its step, which is the whole call of b
        // endregion
    }

    @Test
    void aCallerHearsOfADeadLetter() throws Exception {
        // region hear
        context.addRoutes(r -> {
            r.from("direct:orders")
                    .doTry()
                    .to("seda:booking")
                    .doCatch(IOException.class)
                    .setBody(constant("not booked"))
                    .end();
            r.from("seda:booking")
                    .onException(IOException.class) // instead of a dead letter channel
                    .to(ExchangePattern.InOnly, "mock:dead")
                    .end()
                    .process(this::book);
        });
        context.start();
        assertThat(template.requestBody("direct:orders", "dates")).isEqualTo("not booked");
        // endregion
        mock("dead").expectedBodiesReceived("dates");
        mock("dead").assertIsSatisfied();
    }

    @Test
    void whatOneRouteGaveUpOnIsNotTriedAgain() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a")
                    .errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(0))
                    .to("direct:b");
            r.from("direct:b").process(this::book);
        });
        context.start();
        template.send("direct:a", exchange -> exchange.setBody("dates"));
        assertThat(tries).hasValue(1);
    }

    @Test
    void onCompletion() throws Exception {
        // region onCompletion
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                onCompletion().onFailureOnly().to("mock:failed");

                from("direct:orders").process(exchange -> book(exchange));
            }
        });
        // endregion
        context.start();
        mock("failed").expectedBodiesReceived("dates");
        template.send("direct:orders", exchange -> exchange.setBody("dates"));
        mock("failed").assertIsSatisfied();
    }
}
