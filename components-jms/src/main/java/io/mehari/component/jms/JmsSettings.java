package io.mehari.component.jms;

import io.mehari.InvalidOptionException;
import io.mehari.component.jms.JmsOptions.MessageType;
import io.mehari.connector.SendCompletion;
import io.mehari.spi.EndpointOptions;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options of one URI, checked. It has no {@code toString}, since it knows the password. */
final class JmsSettings {
    private static final Pattern MISTYPED = Pattern.compile("(?i)(queu?e?s?|topi?c?s?):(?!:)");
    private static final String TOPIC = "topic:";
    private static final String QUEUE = "queue:";

    final EndpointOptions options;
    final boolean topic;
    final String destination;
    final ConnectionFactory connectionFactory;
    final @Nullable String username;
    final @Nullable String password;
    final int maxConcurrentConsumers;
    final boolean transacted;
    final boolean asyncConsumer;
    final boolean joinsTransactions;
    final boolean subscriptionDurable;
    final boolean subscriptionShared;
    final @Nullable String subscriptionName;
    final @Nullable String replyTo;
    final boolean disableReplyTo;
    final long requestTimeoutMillis;
    final long replyTimeoutMillis;
    final @Nullable SendCompletion completion;
    final int maxInFlight;
    final boolean asyncSend;
    final int deliveryMode;
    final int priority;
    final long timeToLiveMillis;
    final boolean preserveMessageQos;
    final @Nullable MessageType messageType;

    JmsSettings(String path, @Nullable ConnectionFactory ofComponent, EndpointOptions options) {
        this.options = options;
        topic = path.startsWith(TOPIC);
        destination = topic || path.startsWith(QUEUE) ? path.substring(TOPIC.length()) : path;
        options.check(!destination.isBlank(), "it names no queue or topic: write jms:queue:orders or jms:topic:prices");
        options.check(
                !MISTYPED.matcher(path).lookingAt() || path.startsWith(TOPIC) || path.startsWith(QUEUE),
                "it is neither a queue: nor a topic:; did you mean jms:queue:" + path.substring(path.indexOf(':') + 1)
                        + "? A queue that has this name is written jms:queue:" + path);
        connectionFactory = connectionFactory(ofComponent);
        username = options.find(JmsOptions.USERNAME);
        password = options.find(JmsOptions.PASSWORD);
        options.check(
                (username == null) == (password == null), "username and password belong together: give both or none");
        Integer most = options.find(JmsOptions.MAX_CONCURRENT_CONSUMERS);
        maxConcurrentConsumers = most == null ? options.get(JmsOptions.CONCURRENT_CONSUMERS) : most;
        options.check(
                maxConcurrentConsumers >= options.get(JmsOptions.CONCURRENT_CONSUMERS),
                "maxConcurrentConsumers must be at least " + options.get(JmsOptions.CONCURRENT_CONSUMERS) + ", not "
                        + maxConcurrentConsumers);
        transacted = options.get(JmsOptions.TRANSACTED);
        asyncConsumer = options.get(JmsOptions.ASYNC_CONSUMER) && !transacted; // a transaction has one message
        joinsTransactions = !options.isSet(JmsOptions.TRANSACTED) || transacted;
        String durableName = options.find(JmsOptions.DURABLE_SUBSCRIPTION_NAME);
        subscriptionDurable = options.get(JmsOptions.SUBSCRIPTION_DURABLE) || durableName != null;
        subscriptionShared = options.get(JmsOptions.SUBSCRIPTION_SHARED);
        subscriptionName = durableName != null ? durableName : options.find(JmsOptions.SUBSCRIPTION_NAME);
        replyTo = options.find(JmsOptions.REPLY_TO);
        disableReplyTo = options.get(JmsOptions.DISABLE_REPLY_TO);
        requestTimeoutMillis = options.millis(JmsOptions.REQUEST_TIMEOUT);
        replyTimeoutMillis = options.millis(JmsOptions.REPLY_TIMEOUT);
        completion = options.find(JmsOptions.COMPLETION);
        maxInFlight = options.get(JmsOptions.MAX_IN_FLIGHT);
        asyncSend = options.get(JmsOptions.ASYNC_SEND);
        deliveryMode =
                options.get(JmsOptions.DELIVERY_PERSISTENT) ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT;
        priority = options.get(JmsOptions.PRIORITY);
        timeToLiveMillis = options.millis(JmsOptions.TIME_TO_LIVE);
        preserveMessageQos = options.get(JmsOptions.PRESERVE_MESSAGE_QOS);
        messageType = options.find(JmsOptions.JMS_MESSAGE_TYPE);
        checkSubscription();
        options.check(
                !disableReplyTo || (replyTo == null && completion != SendCompletion.Reply),
                "disableReplyTo=true excludes replyTo and completion=Reply");
    }

    private ConnectionFactory connectionFactory(@Nullable ConnectionFactory ofComponent) {
        ConnectionFactory given = options.find(JmsOptions.CONNECTION_FACTORY);
        ConnectionFactory factory = given == null ? ofComponent : given;
        if (factory == null) {
            throw new InvalidOptionException(
                    options.uri(),
                    "it has no connection factory: bind one in the registry and add connectionFactory=#name, or call"
                            + " JmsComponent.setConnectionFactory before the context starts",
                    null);
        }
        return factory;
    }

    private void checkSubscription() {
        boolean subscribes = subscriptionDurable || subscriptionShared || subscriptionName != null;
        options.check(topic || !subscribes, "only topics have subscriptions: write jms:topic:" + destination);
        options.check(
                subscriptionName != null || !(subscriptionDurable || subscriptionShared),
                "a durable or shared subscription needs a name: add subscriptionName=name");
        options.check(
                !subscriptionDurable || subscriptionShared || options.find(JmsOptions.CLIENT_ID) != null,
                "a durable subscription that is not shared needs clientId=name, or add subscriptionShared=true");
        options.check(
                !topic || subscriptionShared || maxConcurrentConsumers == 1,
                "each of several consumers of a topic would get every message: add subscriptionShared=true and"
                        + " subscriptionName=name, or leave out concurrentConsumers and maxConcurrentConsumers");
    }
}
