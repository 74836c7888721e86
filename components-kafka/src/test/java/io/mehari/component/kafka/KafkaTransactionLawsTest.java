package io.mehari.component.kafka;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;

/** The laws for consumers, with transactions. A message that hangs delays the others until the timeout. */
class KafkaTransactionLawsTest extends ConsumerLaws {
    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new KafkaConsumerLawsTest.Records(
                Kafka.shared(), "&transactionalId=tx-TOPIC&transactionTimeoutMs=6000", 40);
    }
}
