package io.mehari.component.kafka;

import io.mehari.spi.EndpointOption;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Options that are passed to the Kafka client under its own names. */
final class ClientOptions {
    private ClientOptions() {}

    static final EndpointOption<String> CLIENT_ID = EndpointOption.optional(
            "clientId", String.class, "name of the client in the logs and metrics of the brokers");
    static final EndpointOption<String> SSL_ENDPOINT_ALGORITHM = EndpointOption.optional(
            "sslEndpointAlgorithm",
            String.class,
            "https, the default: the certificate must be for the broker's host; none: any host, with a warning");
    static final EndpointOption<String> GROUP_INSTANCE_ID = EndpointOption.optional(
            "groupInstanceId",
            String.class,
            "consumer: makes this a static member: its partitions stay assigned to it while it restarts");
    static final EndpointOption<String> ACKS = EndpointOption.of(
            "requestRequiredAcks", String.class, "all", "producer: which replicas acknowledge a record: all, 1 or 0");

    static final EndpointOption<Boolean> IDEMPOTENCE = EndpointOption.optional(
            "enableIdempotence",
            Boolean.class,
            "producer: brokers drop duplicates of retries; default: true, unless other options do not allow it");

    static final Map<EndpointOption<?>, String> BOTH = both();
    static final Map<EndpointOption<?>, String> CONSUMER = consumer();
    static final Map<EndpointOption<?>, String> PRODUCER = producer();

    private static Map<EndpointOption<?>, String> both() {
        Map<EndpointOption<?>, String> options = new LinkedHashMap<>();
        options.put(CLIENT_ID, "client.id");
        text(options, "securityProtocol", "security.protocol", "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL");
        text(options, "saslMechanism", "sasl.mechanism", "for example PLAIN or SCRAM-SHA-512");
        text(options, "saslJaasConfig", "sasl.jaas.config", "user name and password; never logged");
        text(options, "sslTruststoreLocation", "ssl.truststore.location", "file with trusted certificates");
        text(options, "sslTruststoreType", "ssl.truststore.type", "JKS, PKCS12 or PEM");
        text(options, "sslTruststorePassword", "ssl.truststore.password", "password of that file");
        text(options, "sslKeystoreLocation", "ssl.keystore.location", "file with your certificate and its key");
        text(options, "sslKeystoreType", "ssl.keystore.type", "JKS, PKCS12 or PEM");
        text(options, "sslKeystorePassword", "ssl.keystore.password", "password of that file");
        text(options, "sslKeyPassword", "ssl.key.password", "password of the key in that file");
        options.put(SSL_ENDPOINT_ALGORITHM, "ssl.endpoint.identification.algorithm");
        number(options, "requestTimeoutMs", "request.timeout.ms", "how long the client waits for a broker's response");
        number(options, "metadataMaxAgeMs", "metadata.max.age.ms", "maximum age of the metadata of topics");
        return Collections.unmodifiableMap(options);
    }

    private static Map<EndpointOption<?>, String> consumer() {
        Map<EndpointOption<?>, String> options = new LinkedHashMap<>();
        options.put(GROUP_INSTANCE_ID, "group.instance.id");
        number(
                options,
                "sessionTimeoutMs",
                "session.timeout.ms",
                "consumer: a member that sends no heartbeat is removed after this time");
        number(options, "heartbeatIntervalMs", "heartbeat.interval.ms", "consumer: time between two heartbeats");
        number(options, "maxPollIntervalMs", "max.poll.interval.ms", "consumer: maximum time between two polls");
        number(options, "fetchMinBytes", "fetch.min.bytes", "consumer: a broker waits until it has this many bytes");
        number(options, "fetchWaitMaxMs", "fetch.max.wait.ms", "consumer: how long a broker waits for fetchMinBytes");
        number(options, "fetchMaxBytes", "fetch.max.bytes", "consumer: maximum bytes of a response");
        number(options, "maxPartitionFetchBytes", "max.partition.fetch.bytes", "consumer: maximum bytes per partition");
        text(options, "partitionAssignor", "partition.assignment.strategy", "consumer: classes that assign partitions");
        text(options, "isolationLevel", "isolation.level", "consumer: read_uncommitted or read_committed");
        return Collections.unmodifiableMap(options);
    }

    private static Map<EndpointOption<?>, String> producer() {
        Map<EndpointOption<?>, String> options = new LinkedHashMap<>();
        options.put(ACKS, "acks");
        options.put(IDEMPOTENCE, "enable.idempotence");
        number(options, "retries", "retries", "producer: how often the client retries a request");
        number(options, "lingerMs", "linger.ms", "producer: time to collect records for a batch");
        number(options, "producerBatchSize", "batch.size", "producer: maximum bytes of a batch");
        text(options, "compressionCodec", "compression.type", "producer: none, gzip, snappy, lz4 or zstd");
        number(options, "bufferMemorySize", "buffer.memory", "producer: bytes of the buffer for unsent records");
        number(options, "maxBlockMs", "max.block.ms", "producer: maximum wait for a topic, or for room in that buffer");
        number(options, "deliveryTimeoutMs", "delivery.timeout.ms", "producer: time for a record with all retries");
        number(options, "maxRequestSize", "max.request.size", "producer: maximum bytes of a request");
        number(
                options,
                "maxInFlightRequest",
                "max.in.flight.requests.per.connection",
                "producer: maximum requests in flight; without idempotence, more than 1 may change the order");
        return Collections.unmodifiableMap(options);
    }

    private static void text(Map<EndpointOption<?>, String> options, String name, String property, String says) {
        options.put(EndpointOption.optional(name, String.class, says), property);
    }

    private static void number(Map<EndpointOption<?>, String> options, String name, String property, String says) {
        options.put(EndpointOption.optional(name, Integer.class, says), property);
    }
}
