package io.mehari.component.kafka;

import io.mehari.InvalidOptionException;
import io.mehari.UnknownOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.SafeText;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The checked options of one URI, and the settings of its clients. */
final class KafkaSettings {
    private static final String ADDITIONAL = "additionalProperties.";
    private static final Pattern CONNECTION = Pattern.compile("security\\.protocol|sasl\\.|ssl\\.");
    private static final int TRANSACTION_BLOCK_MILLIS = 10_000;

    /** Client settings that an option of the URI decides, or that would break a guarantee of the connector. */
    private static final Set<String> NOT_TO_SET = Set.of(
            "bootstrap.servers",
            "group.id",
            "enable.auto.commit",
            "auto.offset.reset",
            "max.poll.records",
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "transaction.timeout.ms");

    final String uri;
    final String topic;
    final String brokers;
    final @Nullable Pattern pattern;
    final int maxInFlight;
    final int consumersCount;
    final int maxPollRecords;
    final int maximumPoolSize;
    final long pollMillis;
    final long commitMillis;
    final long retryMillis;
    final long revokeMillis;
    final long requestMillis;
    final boolean breaksOnFirstError;
    final boolean byKey;
    final boolean testsConnection;
    final @Nullable String transactionalId;
    final long transactionMillis;
    private final Map<String, Object> connection;
    private final EndpointOptions options;

    KafkaSettings(String uri, String topic, @Nullable String defaultBrokers, EndpointOptions options) {
        this.uri = uri;
        this.topic = topic;
        this.options = options;
        String given = options.find(KafkaOptions.BROKERS);
        String known = given == null ? defaultBrokers : given;
        check(
                known != null && !known.isBlank(),
                "it names no brokers: add brokers=host:9092, or call" + " KafkaComponent.setBrokers");
        this.brokers = known == null ? "" : known;
        check(!topic.isBlank(), "it names no topic: write kafka:TOPIC, or kafka:ONE,OTHER");
        pattern = options.get(KafkaOptions.TOPIC_IS_PATTERN) ? pattern(topic) : null;
        maxInFlight = atLeastOne(KafkaOptions.MAX_IN_FLIGHT);
        consumersCount = atLeastOne(KafkaOptions.CONSUMERS_COUNT);
        maxPollRecords = atLeastOne(KafkaOptions.MAX_POLL_RECORDS);
        maximumPoolSize = atLeastOne(KafkaOptions.MAXIMUM_POOL_SIZE);
        pollMillis = millis(KafkaOptions.POLL_TIMEOUT, 1);
        commitMillis = millis(KafkaOptions.COMMIT_INTERVAL, 1);
        retryMillis = millis(KafkaOptions.RETRY_DELAY, 1);
        revokeMillis = millis(KafkaOptions.REVOKE_TIMEOUT, 0);
        requestMillis = millis(KafkaOptions.REQUEST_TIMEOUT, 0);
        breaksOnFirstError = options.get(KafkaOptions.BREAK_ON_FIRST_ERROR);
        byKey = options.get(KafkaOptions.CONCURRENCY) == KafkaOptions.Concurrency.Key;
        testsConnection = options.get(KafkaOptions.TEST_CONNECTION);
        transactionalId = options.find(KafkaOptions.TRANSACTIONAL_ID);
        transactionMillis = millis(KafkaOptions.TRANSACTION_TIMEOUT, 1);
        checkOthers();
        checkTransactions();
        connection = connection();
    }

    private void checkTransactions() {
        if (transactionalId != null) {
            check(
                    !transactionalId.isBlank(),
                    "transactionalId is empty: give each process its own id, or remove the option");
            String acks = options.get(ClientOptions.ACKS);
            check(
                    acks.equals("all") || acks.equals("-1"),
                    "transactionalId needs requestRequiredAcks=all, not " + SafeText.of(acks));
            check(
                    !Boolean.FALSE.equals(options.find(ClientOptions.IDEMPOTENCE)),
                    "transactionalId excludes enableIdempotence=false");
        }
    }

    private void checkOthers() {
        for (String name : options.others().keySet()) {
            if (!name.startsWith(ADDITIONAL)) {
                throw new UnknownOptionException(
                        uri,
                        "there is no option '" + SafeText.of(name) + "': the page of kafka: lists all; a setting of the"
                                + " client is written as " + ADDITIONAL + "name");
            }
            String property = name.substring(ADDITIONAL.length());
            check(
                    !NOT_TO_SET.contains(property),
                    property + " cannot be set by " + ADDITIONAL + ": "
                            + ("transactional.id".equals(property)
                                    ? "use transactionalId at the endpoint that the route starts from"
                                    : "use the option that the kafka: page of the guide names for it"));
        }
    }

    private Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new InvalidOptionException(
                    uri, "topicIsPattern=true, and '" + SafeText.of(text) + "' is not a regular expression", e);
        }
    }

    <T> @Nullable T find(EndpointOption<T> option) {
        return options.find(option);
    }

    List<String> topics() {
        return Arrays.stream(topic.split(","))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .toList();
    }

    /** The one topic that a producer sends to. */
    String sendTopic() {
        check(
                pattern == null && topic.indexOf(',') < 0,
                "a route can send to only one topic: write kafka:TOPIC, or set the header "
                        + KafkaConstants.OVERRIDE_TOPIC);
        return topic;
    }

    void checkProducer() {
        check(
                transactionalId == null,
                "transactionalId is for the endpoint that a route starts from: remove it here. What such a route sends"
                        + " to the same brokers is part of its transaction, without an option");
    }

    void checkConsumer() {
        String group = options.find(KafkaOptions.GROUP_ID);
        check(
                group != null && !group.isBlank(),
                "a route from kafka: needs groupId=NAME: the brokers store the offsets of the group, also"
                        + " while the route does not run");
    }

    // ---- settings of the clients

    Map<String, Object> consumerConfig(int index) {
        Map<String, Object> config = commonConfig();
        copy(ClientOptions.CONSUMER, config);
        config.put("group.id", options.get(KafkaOptions.GROUP_ID));
        config.put("enable.auto.commit", false);
        config.put(
                "auto.offset.reset",
                options.get(KafkaOptions.AUTO_OFFSET_RESET).name().toLowerCase(Locale.ROOT));
        config.put("max.poll.records", maxPollRecords);
        config.put("key.deserializer", ByteArrayDeserializer.class);
        config.put("value.deserializer", ByteArrayDeserializer.class);
        if (consumersCount > 1) { // each member needs its own ids
            config.computeIfPresent("client.id", (name, id) -> id + "-" + index);
            config.computeIfPresent("group.instance.id", (name, id) -> id + "-" + index);
        }
        return config;
    }

    Map<String, Object> producerConfig() {
        Map<String, Object> config = commonConfig();
        copy(ClientOptions.PRODUCER, config);
        config.put("key.serializer", ByteArraySerializer.class);
        config.put("value.serializer", ByteArraySerializer.class);
        return config;
    }

    /** The settings of the client that sends in the transactions of a member. */
    Map<String, Object> transactionConfig(int index) {
        Map<String, Object> config = producerConfig();
        config.put("transactional.id", consumersCount > 1 ? transactionalId + "-" + index : transactionalId);
        config.put("transaction.timeout.ms", (int) Math.min(Integer.MAX_VALUE, transactionMillis));
        // the poll thread waits for it, and a stop waits for the poll thread
        config.putIfAbsent("max.block.ms", TRANSACTION_BLOCK_MILLIS);
        if (consumersCount > 1) {
            config.computeIfPresent("client.id", (name, id) -> id + "-" + index);
        }
        return config;
    }

    /**
     * Whether a send to that endpoint may be part of a transaction here: it needs the same brokers and the same user.
     */
    boolean sharesTransactions(KafkaSettings target) {
        return target == this || connection.equals(target.connection);
    }

    private Map<String, Object> connection() {
        Map<String, Object> same = new HashMap<>();
        commonConfig().forEach((name, value) -> {
            if (CONNECTION.matcher(name).lookingAt()) {
                same.put(name, value);
            }
        });
        same.put(
                "bootstrap.servers",
                Arrays.stream(brokers.split(",")).map(String::trim).collect(Collectors.toSet()));
        return same;
    }

    /** The settings that every client needs to connect. */
    Map<String, Object> commonConfig() {
        Map<String, Object> config = new HashMap<>();
        options.others().forEach((name, value) -> config.put(name.substring(ADDITIONAL.length()), value));
        copy(ClientOptions.BOTH, config);
        config.put("bootstrap.servers", brokers);
        if ("none".equals(config.get("ssl.endpoint.identification.algorithm"))) {
            config.put("ssl.endpoint.identification.algorithm", "");
        }
        return config;
    }

    /** Whether a broker may use a certificate that was issued for another host. */
    boolean trustsAnyHost() {
        Map<String, Object> config = commonConfig();
        return String.valueOf(config.get("security.protocol")).endsWith("SSL")
                && "".equals(config.get("ssl.endpoint.identification.algorithm"));
    }

    private void copy(Map<EndpointOption<?>, String> passed, Map<String, Object> config) {
        passed.forEach((option, property) -> {
            Object value = options.find(option);
            if (value != null && (options.isSet(option) || !config.containsKey(property))) {
                config.put(property, value.toString());
            }
        });
    }

    // ---- checks

    private int atLeastOne(EndpointOption<Integer> option) {
        int value = options.get(option);
        check(value >= 1, option + " must be at least 1, not " + value);
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
