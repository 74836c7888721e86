package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.ResolveEndpointFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S3: unused queues are removed, but no message is lost with them. */
@ParameterizedClass
@ValueSource(strings = {"seda", "disruptor"})
class ForgottenQueuesTest {

    private final String kind;
    private final Bench bench = new Bench();

    ForgottenQueuesTest(String kind) {
        this.kind = kind;
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private int queues() {
        return ((QueueComponent) bench.context.hasComponent(kind)).queues.size();
    }

    private void send(Object to) {
        bench.template.sendBodyAndHeader("direct:in", to, "to", to);
    }

    @Test
    void s3_queuesThatMessagesNameAreForgottenWhenTheyAreEmpty() {
        bench.route(r -> r.from("direct:in")
                        .toD(kind + ":${header.to}?size=4&discardIfNoConsumers=true")
                        .recipientList(exchange -> kind + ":b" + exchange.getHeader("to")))
                .start();
        for (int i = 0; i < 500; i++) {
            String name = "b" + i;
            bench.route(r -> r.from(kind + ":" + name + "?size=4").routeId(name).process(exchange -> {}));
            send(i);
            bench.context.getRouteController().stopRoute(name);
            bench.context.removeRoute(name);
        }
        assertThat(queues()).isLessThanOrEqualTo(220); // two caches of 100
        bench.context.getRouteController().stopRoute("route1");
        bench.context.removeRoute("route1");
        assertThat(queues()).isZero();
        assertThat(bench.context.getEndpoints()).hasSize(1); // which the template keeps
    }

    @Test
    void s3_aQueueWithMessagesWaitsForThemAndThereIsALimitToThose() {
        bench.route(r -> r.from("direct:in").toD(kind + ":${header.to}?size=4")).start();
        for (int i = 0; i < 1100; i++) {
            send(i);
        }
        assertThatThrownBy(() -> send("one too many"))
                .rootCause()
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("hold messages")
                .hasMessageContaining(kind + ":");
        for (int i = 0; i < 1100; i++) {
            int name = i;
            bench.route(r -> r.from(kind + ":" + name + "?size=4")
                    .routeId("r" + name)
                    .process(exchange -> bench.received.add(exchange.getBody())));
            bench.context.getRouteController().stopRoute("r" + name);
            bench.context.removeRoute("r" + name);
        }
        bench.awaitReceived(1100);
        send("another");
        assertThat(queues()).isLessThan(120);
    }

    @Test
    void aSenderThatKeptAQueueWhichWasForgottenIsRefused() {
        bench.start();
        QueueEndpoint endpoint = bench.endpoint(kind + ":a");
        QueueProducer producer = (QueueProducer) endpoint.createProducer();
        bench.context.removeEndpoint(endpoint);
        Exchange exchange = bench.exchange("x");
        producer.process(exchange);
        assertThat(exchange.getException())
                .isInstanceOf(QueueClosedException.class)
                .hasMessageContaining("forgotten");
        assertThat(queues()).isZero();
    }

    @Test
    void aStartedProducerKeepsItsQueue() {
        bench.start();
        QueueEndpoint endpoint = bench.endpoint(kind + ":a");
        QueueProducer producer = (QueueProducer) endpoint.createProducer();
        producer.start();
        bench.context.removeEndpoint(endpoint);
        Exchange exchange = bench.exchange("x");
        producer.process(exchange);
        assertThat(exchange.getException()).isNull();
        producer.stop();
        bench.receiving(kind + ":a").awaitReceived(1);
    }
}
