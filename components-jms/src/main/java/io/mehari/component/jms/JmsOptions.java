package io.mehari.component.jms;

import io.mehari.connector.SendCompletion;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.OptionSet;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;

/** The options of {@code jms:}, as they are written in URIs. */
final class JmsOptions {
    private JmsOptions() {}

    /** The kind of message that a body is sent as. */
    enum MessageType {
        Text,
        Bytes,
        Map,
        Stream
    }

    static final OptionSet ALL = new OptionSet();

    // ---- connection
    static final EndpointOption<ConnectionFactory> CONNECTION_FACTORY = ALL.optional(
            "connectionFactory",
            ConnectionFactory.class,
            "what makes connections, from the registry; default: that of JmsComponent.setConnectionFactory");
    static final EndpointOption<String> USERNAME = ALL.text("username", "user name");
    static final EndpointOption<String> PASSWORD = ALL.text("password", "password of the user");
    static final EndpointOption<String> CLIENT_ID =
            ALL.text("clientId", "client id of the consumer's connection, for a durable subscription of its own");
    static final EndpointOption<Boolean> TEST_CONNECTION_ON_STARTUP = ALL.of(
            "testConnectionOnStartup",
            false,
            "fail the start if the broker cannot be reached; false: start without it");
    static final EndpointOption<Duration> RECOVERY_INTERVAL = ALL.atLeast(
            Duration.ofMillis(1),
            "recoveryInterval",
            Duration.ofSeconds(5),
            "longest time between two attempts to connect; the first comes at once, then 100 ms and more");

    // ---- consumer
    static final EndpointOption<Integer> CONCURRENT_CONSUMERS = ALL.atLeast(
            1,
            "concurrentConsumers",
            1,
            "threads that receive, each with a session of its own and, without asyncConsumer, one message in the"
                    + " route");
    static final EndpointOption<Integer> MAX_CONCURRENT_CONSUMERS = ALL.optional(
            "maxConcurrentConsumers",
            Integer.class,
            "most such threads; made while all are busy, and ended when idle for 10 s");
    static final EndpointOption<Boolean> ASYNC_CONSUMER = ALL.of(
            "asyncConsumer",
            false,
            "receive more messages while the route processes others asynchronously, up to maxInFlight of each session;"
                    + " they are acknowledged together, and not in order; has no effect with transacted=true");
    static final EndpointOption<Boolean> TRANSACTED = ALL.of(
            "transacted",
            false,
            "consumer: what the route sends over the same connection factory is committed together with the receive;"
                    + " producer: false sends outside of such a transaction");
    static final EndpointOption<String> SELECTOR =
            ALL.text("selector", "condition on headers and properties, checked by the broker");
    static final EndpointOption<Boolean> SUBSCRIPTION_DURABLE = ALL.of(
            "subscriptionDurable", false, "topic: keep messages while the route is stopped; needs subscriptionName");
    static final EndpointOption<Boolean> SUBSCRIPTION_SHARED = ALL.of(
            "subscriptionShared", false, "topic: consumers with one subscriptionName divide the messages among them");
    static final EndpointOption<String> SUBSCRIPTION_NAME =
            ALL.text("subscriptionName", "topic: name of the subscription");
    static final EndpointOption<String> DURABLE_SUBSCRIPTION_NAME = ALL.text(
            "durableSubscriptionName",
            "topic: the same as subscriptionDurable=true and subscriptionName with this name");

    // ---- replies
    static final EndpointOption<String> REPLY_TO = ALL.text(
            "replyTo",
            "queue for replies; producer: instead of a temporary queue; consumer: instead of what the message says");
    static final EndpointOption<Boolean> DISABLE_REPLY_TO =
            ALL.of("disableReplyTo", false, "send no reply, or wait for none: every message is InOnly");
    static final EndpointOption<Duration> REQUEST_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "requestTimeout",
            Duration.ofSeconds(20),
            "time from the send to the reply or acknowledgement; 0: no limit");

    static final EndpointOption<Duration> REPLY_TIMEOUT = ALL.atLeast(
            Duration.ZERO,
            "replyTimeout",
            Duration.ofSeconds(2),
            "consumer: time to send a reply; when it is over, the request is given back to the broker; 0: no limit");

    // ---- producer
    static final EndpointOption<SendCompletion> COMPLETION = ALL.optional(
            "completion",
            SendCompletion.class,
            "when the sender continues: after the reply, after the broker's acknowledgement, or at once; default Reply"
                    + " for InOut, Accepted for InOnly");
    static final EndpointOption<String> ON_SEND_FAILURE =
            ALL.text("onSendFailure", "URI that gets the messages which completion=Queued could not send");
    static final EndpointOption<Integer> MAX_IN_FLIGHT = ALL.atLeast(
            1,
            "maxInFlight",
            1_000,
            "consumer: messages that asyncConsumer=true may receive before it acknowledges them, for each session;"
                    + " producer: messages that completion=Queued may hold; when it is reached, the sender waits");
    static final EndpointOption<Boolean> ASYNC_SEND = ALL.of(
            "asyncSend",
            false,
            "have many sends in flight at once, by the client's asynchronous send; only for a client that calls back"
                    + " after the broker's acknowledgement, such as Artemis with confirmationWindowSize in its URL");
    static final EndpointOption<Boolean> DELIVERY_PERSISTENT =
            ALL.of("deliveryPersistent", true, "the broker stores messages on disk");
    static final EndpointOption<Integer> PRIORITY = ALL.between(0, 9, "priority", 4, "from 0 to 9");
    static final EndpointOption<Duration> TIME_TO_LIVE = ALL.atLeast(
            Duration.ZERO, "timeToLive", Duration.ZERO, "time after which the broker drops a message; 0: never");
    static final EndpointOption<Boolean> PRESERVE_MESSAGE_QOS = ALL.of(
            "preserveMessageQos", false, "send with JMSDeliveryMode, JMSPriority, JMSExpiration; InOnly: JMSReplyTo");
    static final EndpointOption<MessageType> JMS_MESSAGE_TYPE =
            ALL.optional("jmsMessageType", MessageType.class, "kind of message; default: by the type of the body");
}
