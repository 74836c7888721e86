package io.mehari.component.jms;

import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;

/** The laws of the sending side for the client's asynchronous send. */
class AsyncProducerLawsTest extends ProducerLaws {
    @Override
    protected ProducerFixture newFixture() throws Exception {
        return JmsProducerLawsTest.onArtemis("&asyncSend=true");
    }
}
