package io.mehari.component.jms;

import io.mehari.InvalidOptionException;
import io.mehari.component.jms.JmsOptions.Acknowledgement;
import io.mehari.component.jms.JmsOptions.MessageType;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The options of one URI, checked. It has no {@code toString}, since it knows the password. */
final class JmsSettings {
    private static final String TOPIC = "topic:";
    private static final String QUEUE = "queue:";
    private static final int HIGHEST_PRIORITY = 9;

    private final String uri;
    private final EndpointOptions options;
    final boolean topic;
    final String destination;
    final ConnectionFactory connectionFactory;
    final @Nullable String username;
    final @Nullable String password;
    final @Nullable String clientId;
    final boolean testConnectionOnStartup;
    final long recoveryMillis;
    final int concurrentConsumers;
    final int maxConcurrentConsumers;
    final boolean transacted;
    final boolean asyncConsumer;
    final boolean joinsTransactions;
    final @Nullable String selector;
    final boolean subscriptionDurable;
    final boolean subscriptionShared;
    final @Nullable String subscriptionName;
    final @Nullable String replyTo;
    final boolean disableReplyTo;
    final long requestTimeoutMillis;
    final @Nullable SendCompletion completion;
    final @Nullable String onSendFailure;
    final int maxInFlight;
    final boolean asyncSend;
    final int deliveryMode;
    final int priority;
    final long timeToLiveMillis;
    final boolean preserveMessageQos;
    final @Nullable MessageType messageType;

    JmsSettings(String uri, String path, @Nullable ConnectionFactory ofComponent, EndpointOptions options) {
        this.uri = uri;
        this.options = options;
        topic = path.startsWith(TOPIC);
        destination = topic || path.startsWith(QUEUE) ? path.substring(TOPIC.length()) : path;
        check(!destination.isBlank(), "it names no queue or topic: write jms:queue:orders or jms:topic:prices");
        connectionFactory = connectionFactory(ofComponent);
        username = options.find(JmsOptions.USERNAME);
        password = options.find(JmsOptions.PASSWORD);
        check((username == null) == (password == null), "username and password belong together: give both or none");
        clientId = options.find(JmsOptions.CLIENT_ID);
        testConnectionOnStartup = options.get(JmsOptions.TEST_CONNECTION_ON_STARTUP);
        recoveryMillis = millis(JmsOptions.RECOVERY_INTERVAL, 1);
        concurrentConsumers = atLeast(JmsOptions.CONCURRENT_CONSUMERS, 1);
        maxConcurrentConsumers = options.isSet(JmsOptions.MAX_CONCURRENT_CONSUMERS)
                ? atLeast(JmsOptions.MAX_CONCURRENT_CONSUMERS, concurrentConsumers)
                : concurrentConsumers;
        transacted = transacted();
        asyncConsumer = options.get(JmsOptions.ASYNC_CONSUMER) && !transacted; // a transaction has one message
        joinsTransactions = !options.isSet(JmsOptions.TRANSACTED) || options.get(JmsOptions.TRANSACTED);
        selector = options.find(JmsOptions.SELECTOR);
        String durableName = options.find(JmsOptions.DURABLE_SUBSCRIPTION_NAME);
        subscriptionDurable = options.get(JmsOptions.SUBSCRIPTION_DURABLE) || durableName != null;
        subscriptionShared = options.get(JmsOptions.SUBSCRIPTION_SHARED);
        subscriptionName = durableName != null ? durableName : options.find(JmsOptions.SUBSCRIPTION_NAME);
        replyTo = options.find(JmsOptions.REPLY_TO);
        disableReplyTo = options.get(JmsOptions.DISABLE_REPLY_TO);
        requestTimeoutMillis = millis(JmsOptions.REQUEST_TIMEOUT, 0);
        completion = options.find(JmsOptions.COMPLETION);
        onSendFailure = options.find(JmsOptions.ON_SEND_FAILURE);
        maxInFlight = atLeast(JmsOptions.MAX_IN_FLIGHT, 1);
        asyncSend = options.get(JmsOptions.ASYNC_SEND);
        boolean qos = explicitQos();
        deliveryMode = !qos || options.get(JmsOptions.DELIVERY_PERSISTENT)
                ? DeliveryMode.PERSISTENT
                : DeliveryMode.NON_PERSISTENT;
        priority = options.get(JmsOptions.PRIORITY);
        check(priority >= 0 && priority <= HIGHEST_PRIORITY, "priority must be from 0 to 9, not " + priority);
        timeToLiveMillis = millis(JmsOptions.TIME_TO_LIVE, 0);
        preserveMessageQos = options.get(JmsOptions.PRESERVE_MESSAGE_QOS);
        messageType = options.find(JmsOptions.JMS_MESSAGE_TYPE);
        checkSerialization();
        checkSubscription();
        check(
                !disableReplyTo || (replyTo == null && completion != SendCompletion.Reply),
                "disableReplyTo=true excludes replyTo and completion=Reply");
    }

    private ConnectionFactory connectionFactory(@Nullable ConnectionFactory ofComponent) {
        ConnectionFactory given = options.find(JmsOptions.CONNECTION_FACTORY);
        ConnectionFactory factory = given == null ? ofComponent : given;
        if (factory == null) {
            throw new InvalidOptionException(
                    uri,
                    "it has no connection factory: bind one in the registry and add connectionFactory=#name, or call"
                            + " JmsComponent.setConnectionFactory before the context starts",
                    null);
        }
        return factory;
    }

    private boolean transacted() {
        Acknowledgement mode = options.find(JmsOptions.ACKNOWLEDGEMENT_MODE_NAME);
        boolean asked = options.get(JmsOptions.TRANSACTED);
        check(
                mode != Acknowledgement.AUTO_ACKNOWLEDGE && mode != Acknowledgement.DUPS_OK_ACKNOWLEDGE,
                "acknowledgementModeName=" + mode + " would acknowledge a message before the route is done with it, so"
                        + " that a crash loses it: leave the option out");
        check(
                mode != Acknowledgement.CLIENT_ACKNOWLEDGE || !asked,
                "transacted=true and acknowledgementModeName=CLIENT_ACKNOWLEDGE exclude each other");
        return asked || mode == Acknowledgement.SESSION_TRANSACTED;
    }

    private boolean explicitQos() {
        boolean given = options.isSet(JmsOptions.DELIVERY_PERSISTENT)
                || options.isSet(JmsOptions.PRIORITY)
                || options.isSet(JmsOptions.TIME_TO_LIVE);
        Boolean explicit = options.find(JmsOptions.EXPLICIT_QOS_ENABLED);
        check(
                explicit == null || explicit || !given,
                "explicitQosEnabled=false excludes deliveryPersistent, priority and timeToLive: leave it out");
        return explicit == null ? given : explicit;
    }

    private void checkSerialization() {
        check(
                !options.get(JmsOptions.TRANSFER_EXCEPTION),
                "transferException=true would need Java serialization, which is not supported: let the route handle the"
                        + " failure and reply with a text");
        check(
                messageType != MessageType.Object,
                "jmsMessageType=Object would need Java serialization, which is not supported: use Text or Bytes and"
                        + " convert the body, for example to JSON");
    }

    private void checkSubscription() {
        boolean subscribes = subscriptionDurable || subscriptionShared || subscriptionName != null;
        check(topic || !subscribes, "only topics have subscriptions: write jms:topic:" + destination);
        check(
                subscriptionName != null || !(subscriptionDurable || subscriptionShared),
                "a durable or shared subscription needs a name: add subscriptionName=name");
        check(
                !subscriptionDurable || subscriptionShared || clientId != null,
                "a durable subscription that is not shared needs clientId=name, or add subscriptionShared=true");
        check(
                !topic || subscriptionShared || maxConcurrentConsumers == 1,
                "each of several consumers of a topic would get every message: add subscriptionShared=true and"
                        + " subscriptionName=name, or leave out concurrentConsumers and maxConcurrentConsumers");
    }

    private int atLeast(EndpointOption<Integer> option, int least) {
        int value = options.get(option);
        check(value >= least, option + " must be at least " + least + ", not " + value);
        return value;
    }

    private long millis(EndpointOption<Duration> option, long least) {
        long value = options.get(option).toMillis();
        check(value >= least, option + " must be at least " + least + " ms, not " + value + " ms");
        return value;
    }

    private void check(boolean condition, String message) {
        if (!condition) {
            throw new InvalidOptionException(uri, message, null);
        }
    }
}
