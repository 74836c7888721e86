package io.mehari.impl.component;

import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.Service;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bean:} endpoints, formats of the user, and URIs and texts that are formatted. */
class BeanComponentTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** A bean with two methods. */
    public static final class Prices {
        public String dear(String name) {
            return "dear " + name;
        }

        public String cheap(String name) {
            return "cheap " + name;
        }
    }

    @Test
    void aMethodOfABeanIsCalledByItsUri() throws Exception {
        context.getRegistry().bind("prices", new Prices());
        context.getGlobalOptions().put("price", "dear");
        context.addRoutes(r -> {
            r.fromF("direct:%s", "a").to("bean:prices?method={{price}}").setHeader("x", simple("${body}!"));
            r.from("direct:b").toD("bean:prices?method=${header.price}");
        });
        context.start();
        Exchange sent = template.send("direct:a", exchange -> exchange.setBody("dates"));
        assertThat(sent.getBody()).isEqualTo("dear dates");
        assertThat(sent.getHeader("x")).isEqualTo("dear dates!");
        assertThat(template.requestBodyAndHeader("direct:b", "figs", "price", "cheap"))
                .isEqualTo("cheap figs");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
                    bean:prices             @ there are several: cheap(String), dear(String)
                    bean:prices?method=none @ there is no such public method
                    bean:price              @ the registry has no object of that name
                    bean:prices?methd=dear  @ method
                    """)
    void s5_aBeanOrMethodThatIsNotThereIsRefused(String uri, String why) {
        context.getRegistry().bind("prices", new Prices());
        context.start();
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("direct:a").to(uri)))
                .hasMessageContaining(why);
    }

    @Test
    void noRouteStartsFromABean() {
        context.getRegistry().bind("prices", new Prices());
        context.start();
        assertThatThrownBy(() -> context.addRoutes(r -> r.from("bean:prices").stop()))
                .hasMessageContaining("not start from it");
        assertThatThrownBy(() -> context.getEndpoint("bean:prices").createPollingConsumer())
                .hasMessageContaining("cannot be polled");
    }

    // ---- formats

    /** Writes a text in capitals, and starts and stops with the route. */
    private static final class Capitals implements DataFormat, Service {
        private int started;

        @Override
        public void start() {
            started++;
        }

        @Override
        public void marshal(Exchange exchange, Object body, OutputStream stream) throws IOException {
            stream.write(body.toString().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Object unmarshal(Exchange exchange, InputStream stream) throws IOException {
            return CharBuffer.wrap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aFormatOfTheUserWritesAndReadsBodies() throws Exception {
        Capitals format = new Capitals();
        context.addRoutes(r -> {
            r.from("direct:write").marshal(format);
            r.from("direct:read").unmarshal(format);
        });
        context.start();
        assertThat(format.started).isEqualTo(1);
        assertThat(template.requestBody("direct:write", "dates")).isEqualTo("DATES".getBytes(StandardCharsets.UTF_8));
        assertThat(template.requestBody("direct:read", "dates"))
                .isInstanceOf(CharBuffer.class)
                .hasToString("dates");
        assertThat(template.send("direct:write", exchange -> {}).getException()).isNotNull();
        assertThat(template.send("direct:read", exchange -> {}).getException()).isNotNull();
    }
}
