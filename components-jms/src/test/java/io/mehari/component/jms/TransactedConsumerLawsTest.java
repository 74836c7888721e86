package io.mehari.component.jms;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;

/** The laws of the receiving side for local transactions. */
class TransactedConsumerLawsTest extends ConsumerLaws {
    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return JmsConsumerLawsTest.onArtemis("&transacted=true");
    }
}
