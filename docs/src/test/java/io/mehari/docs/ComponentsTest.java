package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ConsumerTemplate;
import io.mehari.DirectConsumerNotAvailableException;
import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.InvalidOptionException;
import io.mehari.RoutingExecutionException;
import io.mehari.UnknownOptionException;
import io.mehari.component.queue.DisruptorComponent;
import io.mehari.component.queue.QueueEndpoint;
import io.mehari.component.queue.QueueFullException;
import io.mehari.component.queue.QueueStatistics;
import io.mehari.component.queue.QueueWaitStrategy;
import io.mehari.component.queue.SedaComponent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Where routes begin and end. */
class ComponentsTest extends GuideSample {

    @Test
    void anUnknownOptionIsRefused() {
        // region unknown
        assertThatThrownBy(() -> context.getEndpoint("seda:orders?concurrentConsumer=4"))
                .isInstanceOf(UnknownOptionException.class)
                .hasMessageContaining("concurrentConsumers");
        // endregion
    }

    // ---- direct

    @Test
    void direct() throws Exception {
        // region direct
        context.addRoutes(r -> {
            r.from("direct:orders").to("direct:price").to("mock:priced");
            r.from("direct:price").setBody(exchange -> exchange.getBody(Integer.class) * 12);
        });
        context.start();
        template.sendBody("direct:orders", 3);
        // endregion
        mock("priced").expectedBodiesReceived(36);
        mock("priced").assertIsSatisfied();
    }

    @Test
    void directWithoutARoute() {
        context.start();
        // region directWithout
        assertThatThrownBy(() -> template.sendBody("direct:nobody?block=false", "an order"))
                .isInstanceOf(RoutingExecutionException.class)
                .hasCauseInstanceOf(DirectConsumerNotAvailableException.class);
        // endregion
    }

    @Test
    void directHasOneRoute() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to("mock:a");
            r.from("direct:a").to("mock:b");
        });
        assertThatThrownBy(context::start).isInstanceOf(FailedToCreateRouteException.class);
    }

    // ---- timer

    @Test
    void timer() throws Exception {
        // region timer
        context.addRoutes(r -> r.from("timer:tick?delay=0&period=10ms&repeatCount=3&includeMetadata=true")
                .setBody(exchangeProperty(Exchange.TIMER_COUNTER))
                .to("mock:ticks"));
        // endregion
        mock("ticks").expectedBodiesReceived(1, 2, 3);
        context.start();
        mock("ticks").assertIsSatisfied();
    }

    // ---- log

    @Test
    void log() throws Exception {
        // region log
        context.addRoutes(r -> r.from("direct:orders")
                .to("log:orders?level=DEBUG&showHeaders=true")
                .to("log:orders.rate?groupSize=1000")
                .log("order ${header.id}: ${body}"));
        // endregion
        context.start();
        template.sendBody("direct:orders", "a saddle");
    }

    // ---- bean

    /** A bean. */
    // region prices
    public static final class Prices {
        public int price(String order) {
            return order.length();
        }
    }
    // endregion

    @Test
    void bean() {
        // region bean
        context.getRegistry().bind("prices", new Prices());
        context.addRoutes(r -> r.from("direct:orders").to("bean:prices?method=price"));
        // endregion
        context.start();
        assertThat(template.requestBody("direct:orders", "a saddle")).isEqualTo(8);
    }

    // ---- mock

    @Test
    void mock() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").to("mock:desk"));
        context.start();
        // region mock
        mock("desk").expectedBodiesReceived("a saddle", "3 kg of dates");
        mock("desk").message(0).header("type").isEqualTo("express");
        mock("desk").whenExchangeReceived(2, exchange -> exchange.setBody("sold out"));

        template.sendBodyAndHeader("direct:orders", "a saddle", "type", "express");
        assertThat(template.requestBody("direct:orders", "3 kg of dates")).isEqualTo("sold out");

        mock("desk").assertIsSatisfied();
        // endregion
    }

    // ---- seda

    @Test
    void seda() throws Exception {
        // region seda
        context.addRoutes(r -> {
            r.from("direct:orders").to("seda:packing?blockWhenFull=true&offerTimeout=2000");
            r.from("seda:packing?size=500&concurrentConsumers=4").to("mock:packed");
        });
        context.start();
        template.sendBody("direct:orders", "a saddle"); // returns when the order is in the queue
        // endregion
        mock("packed").expectedBodiesReceived("a saddle");
        mock("packed").assertIsSatisfied();
    }

    @Test
    void sedaIsPolled() {
        // region sedaPolled
        context.start();
        template.sendBody("seda:work", "mend the saddle");
        ConsumerTemplate consumers = context.createConsumerTemplate();
        assertThat(consumers.receiveBody("seda:work", 1000, String.class)).isEqualTo("mend the saddle");
        assertThat(consumers.receiveBody("seda:work", 0)).isNull();
        consumers.stop();
        // endregion
    }

    @Test
    void sedaIsAskedForAnAnswer() throws Exception {
        // region sedaInOut
        context.addRoutes(r -> r.from("seda:price").setBody(exchange -> 12 * exchange.getBody(Integer.class)));
        context.start();
        assertThat(template.requestBody("seda:price?timeout=2000", 3)).isEqualTo(36);
        // endregion
    }

    @Test
    void sedaWithSeveralRoutes() throws Exception {
        // region sedaMultiple
        context.addRoutes(r -> {
            r.from("seda:news?multipleConsumers=true").to("mock:archive");
            r.from("seda:news?multipleConsumers=true").to("mock:readers");
        });
        context.start();
        template.sendBody("seda:news", "the caravan has arrived");
        // endregion
        mock("archive").expectedMessageCount(1);
        mock("readers").expectedMessageCount(1);
        mock("archive").assertIsSatisfied();
        mock("readers").assertIsSatisfied();
    }

    @Test
    void sedaThatIsFull() throws Exception {
        context.addRoutes(r -> r.from("seda:small?size=2").autoStartup(false).to("mock:out"));
        context.start();
        // region sedaFull
        template.sendBody("seda:small", "first"); // no route consumes yet: messages wait in the queue
        template.sendBody("seda:small", "second");
        assertThatThrownBy(() -> template.sendBody("seda:small", "third"))
                .hasCauseInstanceOf(QueueFullException.class)
                .hasRootCauseMessage("seda:small is full: 2 messages are queued, and no running route"
                        + " starts from it; add one with from(\"seda:small\"), or start it");

        QueueEndpoint queue = context.getEndpoint("seda:small", QueueEndpoint.class);
        QueueStatistics now = queue.stats();
        assertThat(now.size()).isEqualTo(2);
        assertThat(queue.getExchanges()).extracting(Exchange::getBody).isEqualTo(List.of("first", "second"));
        // endregion
        queue.purgeQueue();
        assertThat(queue.stats().discarded()).isEqualTo(2);
    }

    @Test
    void sizesMustAgree() {
        context.getEndpoint("seda:orders?size=500");
        assertThatThrownBy(() -> context.getEndpoint("seda:orders?size=600"))
                .isInstanceOf(InvalidOptionException.class);
    }

    @Test
    void whatNobodyDealtWithIsLoggedOrGoesToTheDeadLetters() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        context.getRegistry()
                .bind("told", (io.mehari.spi.ExceptionHandler) (message, exchange, exception) -> told.countDown());
        context.addRoutes(r -> {
            r.from("seda:a?exceptionHandler=#told").throwException(new IllegalStateException("no"));
            r.from("seda:b")
                    .errorHandler(deadLetterChannel("mock:dead"))
                    .throwException(new IllegalStateException("no"));
        });
        context.start();
        template.sendBody("seda:a", "x");
        template.sendBody("seda:b", "y");
        told.await();
        mock("dead").expectedBodiesReceived("y");
        mock("dead").assertIsSatisfied();
    }

    @Test
    void sedaDefaults() {
        // region sedaDefaults
        SedaComponent seda = new SedaComponent();
        seda.setQueueSize(10_000);
        seda.setDefaultBlockWhenFull(true);
        context.addComponent(seda); // before the first seda: endpoint is created
        // endregion
        assertThat(context.getEndpoint("seda:a", QueueEndpoint.class).stats().capacity())
                .isEqualTo(10_000);
    }

    // ---- disruptor

    @Test
    void disruptor() throws Exception {
        // region disruptor
        DisruptorComponent disruptor = new DisruptorComponent();
        disruptor.setDefaultWaitStrategy(QueueWaitStrategy.Sleeping);
        context.addComponent(disruptor);
        context.addRoutes(r -> r.from("disruptor:ticks?size=5000").to("mock:out"));
        context.start();
        template.sendBody("disruptor:ticks", "a tick");

        assertThat(context.getEndpoint("disruptor:ticks", QueueEndpoint.class)
                        .stats()
                        .capacity())
                .isEqualTo(8192); // the next power of two
        // endregion
        mock("out").expectedBodiesReceived("a tick");
        mock("out").assertIsSatisfied();
    }
}
