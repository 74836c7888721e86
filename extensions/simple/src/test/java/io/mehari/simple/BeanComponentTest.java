package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.simple;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bean:} endpoints. */
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
}
