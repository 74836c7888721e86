package io.mehari.component.jms;

import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;

/**
 * The laws of the receiving side for a client with its own defaults, which fetches messages in advance, and its broker in
 * a process of its own: Qpid JMS with AMQP, or that of the system property {@code mehari.jms.client}.
 */
public class ClientConsumerLawsTest extends ConsumerLaws {
    static Client client() {
        return Client.valueOf(System.getProperty("mehari.jms.client", "QPID"));
    }

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return JmsConsumerLawsTest.onProcess(client());
    }
}
