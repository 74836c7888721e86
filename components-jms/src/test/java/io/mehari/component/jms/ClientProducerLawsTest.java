package io.mehari.component.jms;

import io.mehari.laws.ProducerFixture;
import io.mehari.laws.ProducerLaws;
import org.junit.jupiter.api.Tag;

/** The laws of the sending side for the client of {@link ClientConsumerLawsTest}. */
@Tag("slow")
public class ClientProducerLawsTest extends ProducerLaws {
    @Override
    protected ProducerFixture newFixture() throws Exception {
        return JmsProducerLawsTest.onProcess(ClientConsumerLawsTest.client());
    }
}
