package io.mehari.component.kafka;

import io.mehari.spi.EndpointOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Options that are passed to the Kafka client under its own names. */
final class ClientOptions {
    static final EndpointOption<String> ACKS = EndpointOption.of(
            "requestRequiredAcks", String.class, "all", "producer: which replicas acknowledge a record: all, 1 or 0");

    static final EndpointOption<Boolean> IDEMPOTENCE = EndpointOption.optional(
            "enableIdempotence",
            Boolean.class,
            "producer: brokers drop duplicates of retries; default: true, unless other options do not allow it");

    static final Map<EndpointOption<?>, String> BOTH = new ClientOptions()
            .text("clientId", "client.id", "name of the client in the logs and metrics of the brokers")
            .text("securityProtocol", "security.protocol", "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL")
            .text("saslMechanism", "sasl.mechanism", "for example PLAIN or SCRAM-SHA-512")
            .text("saslJaasConfig", "sasl.jaas.config", "user name and password; never logged")
            .text("sslTruststoreLocation", "ssl.truststore.location", "file with trusted certificates")
            .text("sslTruststoreType", "ssl.truststore.type", "JKS, PKCS12 or PEM")
            .text("sslTruststorePassword", "ssl.truststore.password", "password of that file")
            .text("sslKeystoreLocation", "ssl.keystore.location", "file with your certificate and its key")
            .text("sslKeystoreType", "ssl.keystore.type", "JKS, PKCS12 or PEM")
            .text("sslKeystorePassword", "ssl.keystore.password", "password of that file")
            .text("sslKeyPassword", "ssl.key.password", "password of the key in that file")
            .text(
                    "sslEndpointAlgorithm",
                    "ssl.endpoint.identification.algorithm",
                    "https, the default: the certificate must be for the broker's host; none: any host, with a warning")
            .number("requestTimeoutMs", "request.timeout.ms", "how long the client waits for a broker's response")
            .number("metadataMaxAgeMs", "metadata.max.age.ms", "maximum age of the metadata of topics")
            .names;

    static final Map<EndpointOption<?>, String> CONSUMER = new ClientOptions()
            .text(
                    "groupInstanceId",
                    "group.instance.id",
                    "consumer: makes this a static member: its partitions stay assigned to it while it restarts")
            .number(
                    "sessionTimeoutMs",
                    "session.timeout.ms",
                    "consumer: a member that sends no heartbeat is removed after this time")
            .number("heartbeatIntervalMs", "heartbeat.interval.ms", "consumer: time between two heartbeats")
            .number("maxPollIntervalMs", "max.poll.interval.ms", "consumer: maximum time between two polls")
            .number("fetchMinBytes", "fetch.min.bytes", "consumer: a broker waits until it has this many bytes")
            .number("fetchWaitMaxMs", "fetch.max.wait.ms", "consumer: how long a broker waits for fetchMinBytes")
            .number("fetchMaxBytes", "fetch.max.bytes", "consumer: maximum bytes of a response")
            .number("maxPartitionFetchBytes", "max.partition.fetch.bytes", "consumer: maximum bytes per partition")
            .text("partitionAssignor", "partition.assignment.strategy", "consumer: classes that assign partitions")
            .text("isolationLevel", "isolation.level", "consumer: read_uncommitted or read_committed")
            .names;

    static final Map<EndpointOption<?>, String> PRODUCER = new ClientOptions()
            .add(ACKS, "acks")
            .add(IDEMPOTENCE, "enable.idempotence")
            .number("retries", "retries", "producer: how often the client retries a request")
            .number(
                    "lingerMs",
                    "linger.ms",
                    "producer: time to collect records for a batch; default: 0, with completion=Queued 5")
            .number("producerBatchSize", "batch.size", "producer: maximum bytes of a batch")
            .text("compressionCodec", "compression.type", "producer: none, gzip, snappy, lz4 or zstd")
            .number("bufferMemorySize", "buffer.memory", "producer: bytes of the buffer for unsent records")
            .number(
                    "maxBlockMs",
                    "max.block.ms",
                    "producer: how long a record waits for its topic, or for room in that buffer")
            .number(
                    "deliveryTimeoutMs",
                    "delivery.timeout.ms",
                    "producer: time for the send of a record, with all waits and retries")
            .number("maxRequestSize", "max.request.size", "producer: maximum bytes of a request")
            .number(
                    "maxInFlightRequest",
                    "max.in.flight.requests.per.connection",
                    "producer: maximum requests in flight; without idempotence, more than 1 may change the order")
            .names;

    private final Map<EndpointOption<?>, String> names = new LinkedHashMap<>();

    private ClientOptions add(EndpointOption<?> option, String property) {
        names.put(option, property);
        return this;
    }

    private ClientOptions text(String name, String property, String says) {
        return add(EndpointOption.optional(name, String.class, says), property);
    }

    private ClientOptions number(String name, String property, String says) {
        return add(EndpointOption.optional(name, Integer.class, says), property);
    }
}
