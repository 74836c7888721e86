package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.constant;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mehari.Exchange;
import io.mehari.TypeConversionException;
import io.mehari.component.netty.NettyConstants;
import json.JsonFormat;
import org.junit.jupiter.api.Test;

/** The samples of the page about JSON. */
class JsonTest extends GuideSample {
    private static final String TEXT = "{\"item\":\"dates\",\"kilograms\":3}";

    // region order
    record Order(String item, int kilograms) {}

    private final ObjectMapper json = new ObjectMapper(); // thread-safe: one for the program
    // endregion

    @Test
    void processor() throws Exception {
        // region processor
        context.addRoutes(r -> r.from("direct:orders")
                .process(e -> e.setBody(json.readValue(e.getBody(byte[].class), Order.class)))
                .filter(e -> e.getBody(Order.class).kilograms() > 2)
                .process(e -> e.setBody(json.writeValueAsBytes(e.getBody())))
                .to("mock:large"));
        // endregion
        context.start();
        template.sendBody("direct:orders", TEXT);
        assertThat(mock("large").getReceivedExchanges().get(0).getBody(String.class))
                .isEqualTo(TEXT);
    }

    @Test
    void format() throws Exception {
        // region format
        JsonFormat orders = new JsonFormat(json, Order.class);
        context.addRoutes(r -> r.from("direct:orders")
                .unmarshal(orders)
                .process(e -> e.setBody(new Order(e.getBody(Order.class).item(), 5)))
                .marshal(orders)
                .to("mock:out"));
        // endregion
        context.start();
        template.sendBody("direct:orders", TEXT);
        assertThat(mock("out").getReceivedExchanges().get(0).getBody(String.class))
                .isEqualTo(TEXT.replace("3", "5"));
    }

    @Test
    void converter() throws Exception {
        // region converter
        context.getRoutingContextExtension()
                .getTypeConverterRegistry()
                .addTypeConverter(Order.class, byte[].class, (bytes, any) -> json.readValue(bytes, Order.class));
        context.addRoutes(r -> r.from("direct:orders")
                .filter(e -> e.getBody(Order.class).kilograms() > 2)
                .to("mock:large"));
        // endregion
        context.start();
        template.sendBody("direct:orders", TEXT.getBytes(UTF_8));
        assertThat(mock("large").getReceivedCounter()).isOne();
        assertThatThrownBy(() -> template.sendBody("direct:orders", "dates".getBytes(UTF_8)))
                .hasCauseInstanceOf(TypeConversionException.class)
                .hasRootCauseInstanceOf(JsonProcessingException.class);
    }

    @Test
    void wrong() throws Exception {
        JsonFormat orders = new JsonFormat(json, Order.class);
        // region wrong
        context.addRoutes(r -> r.from("direct:orders")
                .onException(JsonProcessingException.class)
                .handled(true)
                .setHeader(NettyConstants.HTTP_RESPONSE_CODE, constant(400))
                .setBody(e -> "not an order: "
                        + e.getProperty(Exchange.EXCEPTION_CAUGHT, JsonProcessingException.class)
                                .getOriginalMessage())
                .end()
                .unmarshal(orders)
                .to("mock:out"));
        // endregion
        context.start();
        Exchange answer = template.request("direct:orders", e -> e.setBody("{\"item\":\"dates\",\"kg\":3}"));
        assertThat(answer.getMessage().getHeader(NettyConstants.HTTP_RESPONSE_CODE))
                .isEqualTo(400);
        assertThat(answer.getMessage().getBody(String.class)).startsWith("not an order: Unrecognized field \"kg\"");
    }
}
