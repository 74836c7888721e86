package io.mehari.component.kafka;

import io.mehari.InvalidOptionException;
import io.mehari.UnknownOptionException;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.internal.Nearest;
import io.mehari.spi.internal.SafeText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** The checked options of one URI, and the settings of its clients. */
final class KafkaSettings {
    private static final String ADDITIONAL = "additionalProperties.";
    private static final Pattern CONNECTION = Pattern.compile("security\\.protocol|sasl\\.|ssl\\.");
    private static final Pattern BROKER = Pattern.compile("\\S+:\\d{1,5}");
    private static final String IN_FLIGHT = "max.in.flight.requests.per.connection";
    private static final int TRANSACTION_BLOCK_MILLIS = 10_000;
    private static final long BLOCK_MILLIS = 60_000; // defaults of the client
    private static final int BATCH_BYTES = 16_384;
    private static final int FETCH_BYTES = 1_048_576;
    private static final long DELIVERY_MILLIS = 120_000;
    private static final int FETCHES_HELD = 2; // while one is worked on, the next one is fetched

    /** Client settings that an option of the URI decides, or that would break a guarantee of the connector. */
    private static final Set<String> NOT_TO_SET = Set.of(
            "bootstrap.servers",
            "group.id",
            "enable.auto.commit",
            "auto.offset.reset",
            "max.poll.records",
            "max.block.ms",
            "delivery.timeout.ms",
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "transactional.id",
            "transaction.timeout.ms");

    final String topic;
    final String brokers;
    final @Nullable Pattern pattern;
    final int maxInFlight;
    final int maxPollRecords;

    /** A partition with this many bytes of records that are not done is paused. */
    final long maxHeldBytes;

    final long requestMillis;

    /** The size of a batch of the client that sends. */
    final int batchBytes;

    /** How many records of a lane may have handed their sends over. */
    final int sendWindow;

    /** How long a record may wait until the client takes it, and until it is acknowledged. */
    final long blockMillis;

    final long deliveryMillis;
    final boolean breaksOnFirstError;
    final boolean byKey;
    final @Nullable String transactionalId;
    private final Map<String, Object> connection;
    final EndpointOptions options;

    KafkaSettings(String topic, @Nullable String defaultBrokers, EndpointOptions options) {
        this.topic = topic;
        this.options = options;
        checkOthers();
        String given = options.find(KafkaOptions.BROKERS);
        String known = given == null ? defaultBrokers : given;
        options.check(
                known != null && !known.isBlank(),
                "it names no brokers: add brokers=host:9092, or call" + " KafkaComponent.setBrokers");
        this.brokers = known == null ? "" : known;
        options.check(!topic.isBlank(), "it names no topic: write kafka:TOPIC, or kafka:ONE,OTHER");
        pattern = options.get(KafkaOptions.TOPIC_IS_PATTERN) ? pattern(topic) : null;
        maxInFlight = options.get(KafkaOptions.MAX_IN_FLIGHT);
        maxPollRecords = options.get(KafkaOptions.MAX_POLL_RECORDS);
        sendWindow = options.get(KafkaOptions.SEND_WINDOW);
        requestMillis = options.millis(KafkaOptions.REQUEST_TIMEOUT);
        breaksOnFirstError = options.get(KafkaOptions.BREAK_ON_FIRST_ERROR);
        byKey = options.get(KafkaOptions.CONCURRENCY) == KafkaOptions.Concurrency.Key;
        transactionalId = options.find(KafkaOptions.TRANSACTIONAL_ID);
        checkTransactions();
        connection = connection();
        checkConnection();
        Map<String, Object> reader = commonConfig();
        copy(ClientOptions.CONSUMER, reader);
        maxHeldBytes = Math.max(
                1,
                FETCHES_HELD
                        * Long.parseLong(
                                String.valueOf(reader.getOrDefault("max.partition.fetch.bytes", FETCH_BYTES))));
        Map<String, Object> client = producerConfig();
        batchBytes = Integer.parseInt(String.valueOf(client.getOrDefault("batch.size", BATCH_BYTES)));
        blockMillis = Long.parseLong(String.valueOf(client.getOrDefault("max.block.ms", BLOCK_MILLIS)));
        deliveryMillis = Long.parseLong(String.valueOf(client.getOrDefault("delivery.timeout.ms", DELIVERY_MILLIS)));
    }

    private static String meant(String name) {
        List<String> names =
                KafkaOptions.ALL.list().stream().map(EndpointOption::name).toList();
        String nearest = name.startsWith("bootstrap") ? KafkaOptions.BROKERS.name() : Nearest.of(name, names);
        return nearest.isEmpty() ? "." : "; did you mean '" + nearest + "'?";
    }

    /** What the client would refuse only later, again and again, or without the name of the option. */
    private void checkConnection() {
        for (String each : brokers.split(",", -1)) {
            options.check(
                    each.isBlank() || BROKER.matcher(each.trim()).matches(),
                    "brokers must be host:port, with commas between several, not '" + SafeText.of(each) + "'");
        }
        Object protocol = connection.get("security.protocol");
        options.check(
                protocol == null
                        || SecurityProtocol.names().contains(protocol.toString().toUpperCase(Locale.ROOT)),
                "securityProtocol takes one of " + SecurityProtocol.names() + ", not '" + protocol + "'");
        checkFile("sslTruststoreLocation", connection.get("ssl.truststore.location"));
        checkFile("sslKeystoreLocation", connection.get("ssl.keystore.location"));
    }

    private void checkFile(String option, @Nullable Object file) {
        options.check(
                file == null || Files.isReadable(Path.of(file.toString())),
                option + ": the file " + file + " is not there, or may not be read");
    }

    private void checkTransactions() {
        if (transactionalId != null) {
            options.check(
                    !transactionalId.isBlank(),
                    "transactionalId is empty: give each process its own id, or remove the option");
            String acks = options.get(ClientOptions.ACKS);
            options.check(
                    acks.equals("all") || acks.equals("-1"),
                    "transactionalId needs requestRequiredAcks=all, not " + SafeText.of(acks));
            options.check(
                    !Boolean.FALSE.equals(options.find(ClientOptions.IDEMPOTENCE)),
                    "transactionalId excludes enableIdempotence=false");
        }
    }

    private void checkOthers() {
        for (String name : options.others().keySet()) {
            if (!name.startsWith(ADDITIONAL)) {
                throw new UnknownOptionException(
                        options.uri(),
                        "there is no option '" + SafeText.of(name) + "'" + meant(name)
                                + " The page of kafka: lists all; a setting of the client is written as " + ADDITIONAL
                                + "name");
            }
            String property = name.substring(ADDITIONAL.length());
            options.check(
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
                    options.uri(),
                    "topicIsPattern=true, and '" + SafeText.of(text) + "' is not a regular expression",
                    e);
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

    String sendTopic() {
        options.check(
                pattern == null && topic.indexOf(',') < 0,
                "a route can send to only one topic: write kafka:TOPIC, or set the header "
                        + KafkaConstants.OVERRIDE_TOPIC);
        return topic;
    }

    void checkProducer() {
        options.check(
                transactionalId == null,
                "transactionalId is for the endpoint that a route starts from: remove it here. What such a route sends"
                        + " to the same brokers is part of its transaction, without an option");
    }

    void checkConsumer() {
        String group = options.find(KafkaOptions.GROUP_ID);
        options.check(
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
        if (options.get(KafkaOptions.CONSUMERS_COUNT) > 1) { // each member needs its own ids
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

    /** The settings of the client that sends without a transaction: it never blocks. */
    Map<String, Object> sendConfig() {
        Map<String, Object> config = producerConfig();
        config.put("max.block.ms", 0);
        if (options.get(KafkaOptions.COMPLETION) == KafkaOptions.Completion.Accepted) {
            config.putIfAbsent("linger.ms", 0); // each sender would wait for records that it does not send meanwhile
        }
        return config;
    }

    /**
     * Whether records may be sent while those before them are not acknowledged. After a failed send nothing that comes
     * after it may be written: so only one request may be on its way, and no sender may give up earlier than the client.
     */
    boolean maySendAhead() {
        Object requests = producerConfig().get(IN_FLIGHT);
        return options.get(KafkaOptions.COMPLETION) == KafkaOptions.Completion.Accepted
                && requestMillis == 0
                && (requests == null || requests.toString().equals("1"));
    }

    Map<String, Object> sendAheadConfig() {
        Map<String, Object> config = sendConfig();
        config.put(IN_FLIGHT, 1);
        return config;
    }

    /** The settings of the client that sends in the transactions of a member. */
    Map<String, Object> transactionConfig(int index) {
        Map<String, Object> config = producerConfig();
        config.put(
                "transactional.id",
                options.get(KafkaOptions.CONSUMERS_COUNT) > 1 ? transactionalId + "-" + index : transactionalId);
        config.put("transaction.timeout.ms", (int)
                Math.min(Integer.MAX_VALUE, options.millis(KafkaOptions.TRANSACTION_TIMEOUT)));
        // the poll thread waits for it, and a stop waits for the poll thread
        config.putIfAbsent("max.block.ms", TRANSACTION_BLOCK_MILLIS);
        if (options.get(KafkaOptions.CONSUMERS_COUNT) > 1) {
            config.computeIfPresent("client.id", (name, id) -> id + "-" + index);
        }
        return config;
    }

    /** Whether a send to that endpoint may be in a transaction here: it needs the same brokers and the same user. */
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
}
