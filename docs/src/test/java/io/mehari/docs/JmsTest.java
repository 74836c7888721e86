package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ExchangePattern;
import io.mehari.component.jms.JmsComponent;
import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The samples of the page about message brokers, with a broker in this process. */
class JmsTest extends GuideSample {
    private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

    @BeforeEach
    void startBroker() throws Exception {
        ConfigurationImpl configuration = new ConfigurationImpl();
        configuration.setPersistenceEnabled(false).setSecurityEnabled(false).setJMXManagementEnabled(false);
        configuration.addAcceptorConfiguration("here", "vm://0");
        broker.setConfiguration(configuration).start();
        ConnectionFactory factory = new ActiveMQConnectionFactory("vm://0");
        context.getRegistry().bind("artemis", factory);
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(factory);
        context.addComponent(jms);
    }

    @AfterEach
    void stopBroker() throws Exception {
        context.close();
        broker.stop();
    }

    @Test
    void transfer() throws Exception {
        // region transfer
        context.addRoutes(r -> {
            r.from("direct:orders").to("jms:queue:orders?connectionFactory=#artemis");
            r.from("jms:queue:orders?connectionFactory=#artemis&concurrentConsumers=4")
                    .to("mock:booked");
        });
        context.start();
        template.sendBody("direct:orders", "a saddle"); // returns when the broker has it
        // endregion
        mock("booked").expectedBodiesReceived("a saddle");
        mock("booked").assertIsSatisfied();
    }

    @Test
    void async() throws Exception {
        // region async
        context.addRoutes(r -> {
            r.from("jms:queue:parcels?asyncConsumer=true&maxInFlight=200")
                    .to(ExchangePattern.InOut, "jms:queue:prices") // the next parcel is received meanwhile
                    .to("mock:priced");
            r.from("jms:queue:prices").setBody(parcel -> parcel.getBody(String.class) + " costs 7");
        });
        // endregion
        context.start();
        mock("priced").expectedBodiesReceivedInAnyOrder("a box costs 7", "a letter costs 7");
        template.sendBody("jms:queue:parcels", "a box");
        template.sendBody("jms:queue:parcels", "a letter");
        mock("priced").assertIsSatisfied();
    }

    @Test
    void transacted() throws Exception {
        // region transacted
        context.addRoutes(r -> r.from("jms:queue:paid?transacted=true")
                .to("jms:queue:invoices")
                .to("jms:queue:shipments")
                .to("mock:done"));
        // endregion
        context.start();
        mock("done").expectedMessageCount(1);
        template.sendBody("jms:queue:paid", "a saddle");
        mock("done").assertIsSatisfied();
    }

    @Test
    void request() throws Exception {
        // region request
        context.addRoutes(r -> {
            r.from("direct:price").to("jms:queue:prices?requestTimeout=5s");
            r.from("jms:queue:prices").setBody(item -> item.getBody(String.class) + " costs 120");
        });
        context.start();
        assertThat(template.requestBody("direct:price", "a saddle")).isEqualTo("a saddle costs 120");
        // endregion
    }
}
