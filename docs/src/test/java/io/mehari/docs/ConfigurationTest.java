package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.Clocks;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RoutingContextExtension;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What can be set, and where. */
class ConfigurationTest extends GuideSample {

    @Test
    void placeholders() throws Exception {
        // region placeholders
        context.getGlobalOptions().put("queue.size", "500");
        context.addRoutes(r -> r.from("seda:orders?size={{queue.size}}&concurrentConsumers={{threads:2}}")
                .to("mock:out"));
        // endregion
        context.start();
        assertThat(context.getRoutes().get(0).getEndpoint().getEndpointUri())
                .isEqualTo("seda:orders?concurrentConsumers=2&size=500"); // in the order of the names
    }

    @Test
    void registry() throws Exception {
        // region registry
        BlockingQueue<Object> queue = new ArrayBlockingQueue<>(100);
        context.getRegistry().bind("orders", queue);
        context.addRoutes(r -> r.from("seda:orders?queue=#orders").to("mock:out"));
        // endregion
        context.start();
        template.sendBody("seda:orders", "dates");
        mock("out").expectedMessageCount(1);
        mock("out").assertIsSatisfied();
    }

    @Test
    void profile() throws Exception {
        // region profile
        RoutingContextExtension settings = context.getRoutingContextExtension();
        settings.setMessageHistory(false); // set explicitly: wins over any profile, also over one that is set later
        settings.setProfile("dev");
        assertThat(settings.isMessageHistory()).isFalse();
        // endregion
    }

    @Test
    void services() throws Exception {
        AtomicLong number = new AtomicLong();
        // region services
        RoutingContextExtension services = context.getRoutingContextExtension();
        services.setClock(Clocks.precise());
        services.setUuidGenerator(() -> "order-" + number.incrementAndGet());
        // endregion
        context.start();
        assertThat(context.getEndpoint("direct:a").createExchange().getExchangeId())
                .isEqualTo("order-1");
    }

    // region plugin
    interface Rates {
        double dirhamsFor(String currency);
    }

    static final PluginKey<Rates> RATES = new PluginKey<>("rates");
    // endregion

    @Test
    void plugin() {
        // region usePlugin
        context.getRoutingContextExtension().setPlugin(RATES, currency -> 10.8);
        Rates rates = context.getRoutingContextExtension().getPlugin(RATES); // no cast
        // endregion
        assertThat(rates.dirhamsFor("EUR")).isEqualTo(10.8);
    }
}
