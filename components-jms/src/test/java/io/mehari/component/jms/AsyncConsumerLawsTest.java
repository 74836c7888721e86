package io.mehari.component.jms;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;

/** The laws of the receiving side for consumers that have several messages in the route. */
class AsyncConsumerLawsTest extends ConsumerLaws {
    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return JmsConsumerLawsTest.onArtemis("&asyncConsumer=true");
    }
}
