package io.mehari.docs;

import static io.mehari.builder.PredicateBuilder.and;
import static io.mehari.builder.PredicateBuilder.not;
import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.expression;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.method;
import static io.mehari.builder.RouteBuilder.simple;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.Header;
import io.mehari.PredicateValidationException;
import io.mehari.docs.PicturesTest.Pictured;
import io.mehari.spi.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The plain steps, and the values they take. */
class StepsTest extends GuideSample {

    @Test
    @Pictured("steps")
    void plainSteps() throws Exception {
        // region steps
        context.addRoutes(r -> r.from("direct:orders")
                .convertBodyTo(Integer.class)
                .setHeader("kilograms", body())
                .setProperty("started", exchange -> System.nanoTime())
                .transform(exchange -> exchange.getBody(Integer.class) * 12)
                .removeHeaders("internal-*", "internal-id")
                .log("${header.kilograms} kg cost ${body}")
                .to("mock:out"));
        // endregion
        mock("out").expectedBodiesReceived(36);
        context.start();
        template.sendBodyAndHeader("direct:orders", "3", "Internal-Note", "for us");
        mock("out").assertIsSatisfied();
        assertThat(mock("out").getExchanges().get(0).getHeaders()).containsOnlyKeys("kilograms");
    }

    record Order(String customer, int kilograms) {}

    // region prices
    public static class Prices {
        public int of(String goods, @Header("kilograms") int kilograms) {
            return kilograms * (goods.equals("dates") ? 12 : 7);
        }

        public boolean isKnown(String goods) {
            return !goods.isBlank();
        }
    }
    // endregion

    @Test
    @Pictured("bean")
    void beans() throws Exception {
        // region bean
        Prices prices = new Prices();
        context.addRoutes(r -> r.from("direct:prices")
                .filter(method(prices, "isKnown"))
                .bean(prices, "of")
                .to("mock:out"));
        // endregion
        mock("out").expectedBodiesReceived(36);
        context.start();
        template.sendBodyAndHeader("direct:prices", "dates", "kilograms", "3");
        template.sendBodyAndHeader("direct:prices", " ", "kilograms", "3");
        mock("out").assertIsSatisfied();
    }

    @Test
    void values() throws Exception {
        // region values
        context.addRoutes(r -> r.from("direct:orders")
                .filter(and(
                        header("type").isEqualTo("express"),
                        body(Order.class, Order::kilograms).isGreaterThan(2),
                        not(header("customer").in("nobody", "somebody"))))
                .setHeader("label", simple("${header.type} for ${header.customer}"))
                .setHeader(
                        "length", expression(exchange -> exchange.getHeaders().size()))
                .to("mock:out"));
        // endregion
        context.start();
        mock("out").expectedHeaderReceived("label", "express for Aïcha");
        mock("out").expectedMessageCount(1);
        template.send("direct:orders", exchange -> {
            exchange.setBody(new Order("Aïcha", 3));
            exchange.setHeader("type", "express");
            exchange.setHeader("customer", "Aïcha");
        });
        template.sendBody("direct:orders", new Order("Aïcha", 3));
        mock("out").assertIsSatisfied();
    }

    @Test
    void simpleTexts() throws Exception {
        // region simple
        context.addRoutes(r -> r.from("direct:orders")
                .filter(simple("${header.type} == 'express' && ${body.kilograms} > 2"))
                .setHeader("label", simple("${header.customer} ?: 'nobody'"))
                .setHeader("heavy", simple("${body.kilograms} > 100", Boolean.class))
                .log("${body.kilograms} kg for ${header.label}, {{depot:main}} depot")
                .to("mock:out"));
        // endregion
        context.start();
        mock("out").expectedHeaderReceived("label", "nobody");
        mock("out").expectedHeaderReceived("heavy", false);
        mock("out").expectedMessageCount(1);
        template.sendBodyAndHeader("direct:orders", new Order("Aïcha", 3), "type", "express");
        template.sendBody("direct:orders", new Order("Aïcha", 3));
        mock("out").assertIsSatisfied();
    }

    @Test
    void marshal() {
        // region marshal
        DataFormat text = new DataFormat() {
            @Override
            public void marshal(Exchange exchange, Object body, OutputStream stream) throws IOException {
                stream.write(((Order) body).customer().getBytes(UTF_8));
            }

            @Override
            public Object unmarshal(Exchange exchange, InputStream stream) throws IOException {
                return new Order(new String(stream.readAllBytes(), UTF_8), 1);
            }
        };
        context.addRoutes(r -> r.from("direct:orders").marshal(text).to("mock:out"));
        // endregion
        context.start();
        template.sendBody("direct:orders", new Order("Aïcha", 3));
        assertThat(mock("out").getExchanges().get(0).getBody()).isEqualTo("Aïcha".getBytes(UTF_8));
    }

    @Test
    void conversions() {
        Exchange exchange = context.getEndpoint("direct:a").createExchange();
        // region conversions
        exchange.setBody(" 42 ");
        assertThat(exchange.getBody(Integer.class)).isEqualTo(42);
        exchange.setHeader("wait", "1m30s");
        assertThat(exchange.getHeader("wait", Duration.class)).isEqualTo(Duration.ofSeconds(90));

        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(Order.class, String.class, (text, any) -> {
                    List<String> parts = List.of(text.split(" kg for "));
                    return new Order(parts.get(1), Integer.parseInt(parts.get(0)));
                });
        exchange.setBody("3 kg for Aïcha");
        assertThat(exchange.getBody(Order.class)).isEqualTo(new Order("Aïcha", 3));
        // endregion
    }

    @Test
    @Pictured("validate")
    void validate() throws Exception {
        // region validate
        context.addRoutes(r ->
                r.from("direct:orders").validate(header("customer").isNotNull()).to("mock:out"));
        context.start();
        assertThatThrownBy(() -> template.sendBody("direct:orders", "3 kg of dates"))
                .hasCauseInstanceOf(PredicateValidationException.class);
        // endregion
    }

    @Test
    void stops() throws Exception {
        // region stop
        context.addRoutes(r -> r.from("direct:orders")
                .filter(body().isEqualTo("nothing"))
                .stop()
                .end()
                .to("mock:out"));
        // endregion
        context.start();
        mock("out").expectedBodiesReceived("something");
        template.sendBody("direct:orders", "nothing");
        template.sendBody("direct:orders", "something");
        mock("out").assertIsSatisfied();
    }

    @Test
    void constants() throws Exception {
        context.addRoutes(r -> r.from("direct:a").setBody(constant("b")));
        context.start();
        assertThat(template.requestBody("direct:a", "a")).isEqualTo("b");
    }
}
