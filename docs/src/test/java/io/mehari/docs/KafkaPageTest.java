package io.mehari.docs;

import static io.mehari.impl.MemoryIdempotentRepository.memoryIdempotentRepository;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.component.kafka.KafkaConstants;
import io.mehari.component.kafka.KafkaEndpoint;
import org.junit.jupiter.api.Test;

/** The samples of the page about Kafka. No broker runs here: the tests of the component have real ones. */
class KafkaPageTest extends GuideSample {

    @Test
    void kafka() throws Exception {
        // region kafka
        String brokers = "brokers=localhost:9092";
        context.addRoutes(r -> {
            r.from("kafka:sales?groupId=shop&autoOffsetReset=earliest&" + brokers)
                    .filter(sale -> sale.getHeader(KafkaConstants.KEY) != null)
                    .to("kafka:logistics?" + brokers);
        });
        // endregion
        assertThat(context.getEndpoint("kafka:logistics?" + brokers)).isInstanceOf(KafkaEndpoint.class);
    }

    @Test
    void once() throws Exception {
        // region once
        context.addRoutes(r -> r.from("kafka:sales?groupId=shop&brokers=localhost:9092")
                .idempotentConsumer(KafkaConstants::recordId, memoryIdempotentRepository(10_000))
                .to("direct:book"));
        // endregion
        assertThat(context.getEndpoint("kafka:sales?groupId=shop&brokers=localhost:9092", KafkaEndpoint.class)
                        .getFailedRecords())
                .isZero();
    }

    @Test
    void transaction() throws Exception {
        // region transaction
        String brokers = "brokers=localhost:9092";
        context.addRoutes(r -> r.from("kafka:sales?groupId=shop&transactionalId=shop-1&" + brokers)
                .to("kafka:logistics?" + brokers)
                .to("kafka:invoices?" + brokers));
        // endregion
        assertThat(context.getEndpoint(
                                "kafka:sales?groupId=shop&transactionalId=shop-1&" + brokers, KafkaEndpoint.class)
                        .getCommittedTransactions())
                .isZero();
    }

    @Test
    void queued() throws Exception {
        // region queued
        context.addRoutes(r -> {
            r.from("direct:events")
                    .to("kafka:events?brokers=localhost:1&maxBlockMs=500&completion=Queued&onSendFailure=direct:lost");
            r.from("direct:lost").to("mock:lost");
        });
        context.start();
        template.sendBody("direct:events", "there is no broker"); // returns at once
        // endregion
        mock("lost").expectedBodiesReceived("there is no broker");
        mock("lost").setResultWaitTime(60_000);
        mock("lost").assertIsSatisfied();
        assertThat(mock("lost").getExchanges().get(0).getProperty(Exchange.EXCEPTION_CAUGHT))
                .isInstanceOf(Exception.class);
    }
}
