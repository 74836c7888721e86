package io.mehari.component.camel;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law K11: what a client of Camel's consumer gets if the failure of its request was handled. */
class HandledFailuresTest {
    private static final String REQUEST = "two boxes of dates";

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private int port;

    @BeforeEach
    void begin() throws IOException {
        port = CamelConsumerLawsTest.freePort();
        CamelConsumerLawsTest.prepare(context, "");
    }

    @AfterEach
    void end() {
        context.close();
    }

    private CamelContext camel() {
        return ((CamelComponent) context.hasComponent("camel")).getCamelContext();
    }

    private String line() {
        return "camel:line:localhost:" + port;
    }

    private Line send() throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(new Line(REQUEST, Map.of()).bytes());
            return Line.read(socket.getInputStream());
        }
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }

    private static void set(Exchange exchange, String own) {
        if (own.equals("body")) {
            exchange.setBody("sorry");
        } else if (own.equals("status")) {
            exchange.setHeader(org.apache.camel.Exchange.HTTP_RESPONSE_CODE, 409);
        }
    }

    @ParameterizedTest
    @CsvSource({"nothing,direct:dead", "body,direct:dead", "status,direct:dead", "nothing,seda:dead"})
    void k11_aRequestWhoseFailureWasHandledWithoutAnAnswerFails(String own, String deadLetters) throws Exception {
        context.addRoutes(r -> {
            r.from(line()).errorHandler(deadLetterChannel(deadLetters)).process(HandledFailuresTest::fail);
            r.from(deadLetters).process(exchange -> set(exchange, own));
        });
        context.start();
        Line answer = send();
        switch (own) {
            case "body" -> assertThat(answer.body()).isEqualTo("sorry");
            case "status" -> assertThat(answer.body()).as("not the request").isEqualTo("null");
            default -> assertThat(answer).isEqualTo(Line.REFUSED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "body"})
    void k11_soDoesOneWhoseFailureARouteOfCamelHasHandled(String own) throws Exception {
        camel().addRoutes(new org.apache.camel.builder.RouteBuilder() {
            @Override
            public void configure() {
                onException(IllegalStateException.class).handled(true).process(exchange -> {
                    if (own.equals("body")) {
                        exchange.getMessage().setBody("sorry");
                    }
                });
                from("direct:camels").throwException(new IllegalStateException("on purpose"));
            }
        });
        context.addRoutes(r -> r.from(line()).to("camel:direct:camels"));
        context.start();
        assertThat(send()).isEqualTo(own.equals("body") ? new Line("sorry", Map.of()) : Line.REFUSED);
    }

    @Test
    void k11_aRouteOfCamelThatCallsGetsTheMessageAsItWasHandled() {
        context.addRoutes(r -> {
            r.onException(IllegalStateException.class).handled(true);
            r.from("camel:direct:orders").process(HandledFailuresTest::fail);
        });
        context.start();
        assertThat(camel().createProducerTemplate().requestBody("direct:orders", REQUEST))
                .isEqualTo(REQUEST);
    }

    /** Camel's templates take an exchange of the caller's own, which comes from no endpoint. */
    @Test
    void k11_anExchangeThatComesFromNoEndpointIsAnswered() {
        context.addRoutes(r -> r.from("camel:direct:in").setBody(exchange -> "an answer"));
        context.start();
        var asking = new org.apache.camel.support.DefaultExchange(camel(), org.apache.camel.ExchangePattern.InOut);
        camel().createProducerTemplate().send("direct:in", asking);
        assertThat(asking.getException()).isNull();
        assertThat(asking.getMessage().getBody()).isEqualTo("an answer");
    }
}
