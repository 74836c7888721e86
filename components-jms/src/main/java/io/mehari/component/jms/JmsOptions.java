package io.mehari.component.jms;

import io.mehari.spi.EndpointOption;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import java.util.List;

/** The options of {@code jms:}, as they are written in URIs. */
final class JmsOptions {
    private JmsOptions() {}

    /** When a received message is acknowledged. The names are those of {@code jakarta.jms.Session}. */
    enum Acknowledgement {
        CLIENT_ACKNOWLEDGE,
        SESSION_TRANSACTED,
        AUTO_ACKNOWLEDGE,
        DUPS_OK_ACKNOWLEDGE
    }

    /** The kind of message that a body is sent as. */
    enum MessageType {
        Text,
        Bytes,
        Map,
        Stream,
        Object
    }

    // ---- connection
    static final EndpointOption<ConnectionFactory> CONNECTION_FACTORY = EndpointOption.optional(
            "connectionFactory",
            ConnectionFactory.class,
            "what makes connections, from the registry; default: that of JmsComponent.setConnectionFactory");
    static final EndpointOption<String> USERNAME = EndpointOption.optional("username", String.class, "user name");
    static final EndpointOption<String> PASSWORD =
            EndpointOption.optional("password", String.class, "password of the user");
    static final EndpointOption<String> CLIENT_ID = EndpointOption.optional(
            "clientId", String.class, "client id of the consumer's connection, for a durable subscription of its own");
    static final EndpointOption<Boolean> TEST_CONNECTION_ON_STARTUP = EndpointOption.of(
            "testConnectionOnStartup",
            Boolean.class,
            false,
            "connect when the route starts, and fail if that fails; false: the route starts without its broker");
    static final EndpointOption<Duration> RECOVERY_INTERVAL = EndpointOption.of(
            "recoveryInterval",
            Duration.class,
            Duration.ofSeconds(5),
            "longest time between two attempts to connect; the first comes at once, then 100 ms and more");

    // ---- consumer
    static final EndpointOption<Integer> CONCURRENT_CONSUMERS = EndpointOption.of(
            "concurrentConsumers",
            Integer.class,
            1,
            "threads that receive, each with a session of its own and, without asyncConsumer, one message in the"
                    + " route");
    static final EndpointOption<Integer> MAX_CONCURRENT_CONSUMERS = EndpointOption.optional(
            "maxConcurrentConsumers",
            Integer.class,
            "most such threads; more are created while all are busy, and end when idle for 10 seconds");
    static final EndpointOption<Boolean> ASYNC_CONSUMER = EndpointOption.of(
            "asyncConsumer",
            Boolean.class,
            false,
            "receive more messages while the route processes others asynchronously, up to maxInFlight of each session;"
                    + " they are acknowledged together, and not in order; has no effect with transacted=true");
    static final EndpointOption<Boolean> TRANSACTED = EndpointOption.of(
            "transacted",
            Boolean.class,
            false,
            "consumer: what the route sends over the same connection factory is committed together with the receive;"
                    + " producer: false sends outside of such a transaction");
    static final EndpointOption<Acknowledgement> ACKNOWLEDGEMENT_MODE_NAME = EndpointOption.optional(
            "acknowledgementModeName",
            Acknowledgement.class,
            "CLIENT_ACKNOWLEDGE (after the route, the default) or SESSION_TRANSACTED (the same as transacted=true); the"
                    + " others would lose messages and are refused");
    static final EndpointOption<String> SELECTOR = EndpointOption.optional(
            "selector", String.class, "condition on headers and properties, checked by the broker");
    static final EndpointOption<Boolean> SUBSCRIPTION_DURABLE = EndpointOption.of(
            "subscriptionDurable",
            Boolean.class,
            false,
            "topic: the broker keeps messages while the route is stopped; needs subscriptionName");
    static final EndpointOption<Boolean> SUBSCRIPTION_SHARED = EndpointOption.of(
            "subscriptionShared",
            Boolean.class,
            false,
            "topic: consumers of the same subscriptionName divide the messages among them");
    static final EndpointOption<String> SUBSCRIPTION_NAME =
            EndpointOption.optional("subscriptionName", String.class, "topic: name of the subscription");
    static final EndpointOption<String> DURABLE_SUBSCRIPTION_NAME = EndpointOption.optional(
            "durableSubscriptionName",
            String.class,
            "topic: the same as subscriptionDurable=true and subscriptionName with this name");

    // ---- replies
    static final EndpointOption<String> REPLY_TO = EndpointOption.optional(
            "replyTo",
            String.class,
            "queue for replies; producer: instead of a temporary queue; consumer: instead of what the message says");
    static final EndpointOption<Boolean> DISABLE_REPLY_TO = EndpointOption.of(
            "disableReplyTo", Boolean.class, false, "send no reply, or wait for none: every message is InOnly");
    static final EndpointOption<Duration> REQUEST_TIMEOUT = EndpointOption.of(
            "requestTimeout",
            Duration.class,
            Duration.ofSeconds(20),
            "time from the send to the reply, or to the acknowledgement of the broker; 0 for no limit");

    // ---- producer
    static final EndpointOption<SendCompletion> COMPLETION = EndpointOption.optional(
            "completion",
            SendCompletion.class,
            "when the sender continues: after the reply, after the broker's acknowledgement, or at once; default Reply"
                    + " for InOut, Accepted for InOnly");
    static final EndpointOption<String> ON_SEND_FAILURE = EndpointOption.optional(
            "onSendFailure", String.class, "URI that gets the messages which completion=Queued could not send");
    static final EndpointOption<Integer> MAX_IN_FLIGHT = EndpointOption.of(
            "maxInFlight",
            Integer.class,
            1_000,
            "consumer: messages that asyncConsumer=true may receive before it acknowledges them, for each session;"
                    + " producer: messages that completion=Queued may hold; when it is reached, the sender waits");
    static final EndpointOption<Boolean> ASYNC_SEND = EndpointOption.of(
            "asyncSend",
            Boolean.class,
            false,
            "have many sends in flight at once, by the client's asynchronous send; only for a client that calls back"
                    + " after the broker's acknowledgement, such as Artemis with confirmationWindowSize in its URL");
    static final EndpointOption<Boolean> DELIVERY_PERSISTENT =
            EndpointOption.of("deliveryPersistent", Boolean.class, true, "the broker stores messages on disk");
    static final EndpointOption<Integer> PRIORITY = EndpointOption.of("priority", Integer.class, 4, "from 0 to 9");
    static final EndpointOption<Duration> TIME_TO_LIVE = EndpointOption.of(
            "timeToLive", Duration.class, Duration.ZERO, "time after which the broker drops a message; 0: never");
    static final EndpointOption<Boolean> EXPLICIT_QOS_ENABLED = EndpointOption.optional(
            "explicitQosEnabled",
            Boolean.class,
            "use deliveryPersistent, priority and timeToLive; default: true if one of them is given");
    static final EndpointOption<Boolean> PRESERVE_MESSAGE_QOS = EndpointOption.of(
            "preserveMessageQos",
            Boolean.class,
            false,
            "send with the headers JMSDeliveryMode, JMSPriority, JMSExpiration and, for InOnly, JMSReplyTo");
    static final EndpointOption<MessageType> JMS_MESSAGE_TYPE = EndpointOption.optional(
            "jmsMessageType",
            MessageType.class,
            "kind of message; default: by the type of the body. Object is refused");
    static final EndpointOption<Boolean> TRANSFER_EXCEPTION = EndpointOption.of(
            "transferException",
            Boolean.class,
            false,
            "only false: a failed route sends no reply, since an exception would need Java serialization");

    static final List<EndpointOption<?>> ALL = List.of(
            CONNECTION_FACTORY,
            USERNAME,
            PASSWORD,
            CLIENT_ID,
            TEST_CONNECTION_ON_STARTUP,
            RECOVERY_INTERVAL,
            CONCURRENT_CONSUMERS,
            MAX_CONCURRENT_CONSUMERS,
            ASYNC_CONSUMER,
            TRANSACTED,
            ACKNOWLEDGEMENT_MODE_NAME,
            SELECTOR,
            SUBSCRIPTION_DURABLE,
            SUBSCRIPTION_SHARED,
            SUBSCRIPTION_NAME,
            DURABLE_SUBSCRIPTION_NAME,
            REPLY_TO,
            DISABLE_REPLY_TO,
            REQUEST_TIMEOUT,
            COMPLETION,
            ON_SEND_FAILURE,
            MAX_IN_FLIGHT,
            ASYNC_SEND,
            DELIVERY_PERSISTENT,
            PRIORITY,
            TIME_TO_LIVE,
            EXPLICIT_QOS_ENABLED,
            PRESERVE_MESSAGE_QOS,
            JMS_MESSAGE_TYPE,
            TRANSFER_EXCEPTION);
}
