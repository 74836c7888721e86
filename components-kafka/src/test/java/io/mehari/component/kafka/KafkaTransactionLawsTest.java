package io.mehari.component.kafka;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;

/** The laws of the receiving side, with transactions. A message that hangs holds the others until the timeout. */
class KafkaTransactionLawsTest extends ConsumerLaws {
    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new KafkaConsumerLawsTest.Records(
                Kafka.shared(), "&transactionalId=tx-TOPIC&transactionTimeoutMs=6000", 40);
    }
}
