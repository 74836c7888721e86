package io.mehari.component.kafka;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.laws.Answer;
import io.mehari.laws.ConsumerFixture;
import io.mehari.laws.ConsumerLaws;
import io.mehari.spi.EventNotifier;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * The laws for consumers. A session is a partition. Its other party is a Kafka client, which counts a record as
 * acknowledged when the group has committed an offset after it.
 */
class KafkaConsumerLawsTest extends ConsumerLaws {

    @Override
    protected ConsumerFixture newFixture() throws Exception {
        return new Records(Kafka.shared(), "", 10);
    }

    static final class Records implements ConsumerFixture {
        private static final int PARTITIONS = 32;

        private final Kafka kafka;
        private final String options;
        private final long mostWaitSeconds;
        private final String topic;
        private final AtomicInteger sessions = new AtomicInteger();
        private RoutingContext context;
        private final Set<String> failed = ConcurrentHashMap.newKeySet();
        private volatile boolean wasStarted;

        /** @param options as in {@code &name=value}, with TOPIC for the name of the topic */
        Records(Kafka kafka, String options, long mostWaitSeconds) throws Exception {
            this.kafka = kafka;
            this.options = options;
            this.mostWaitSeconds = mostWaitSeconds;
            this.topic = kafka.topic(PARTITIONS);
        }

        @Override
        public void prepare(RoutingContext prepared) {
            context = prepared;
            prepared.getRoutingContextExtension().addEventNotifier(new EventNotifier() {
                @Override
                public void onExchangeFailed(Exchange exchange, long nanos) {
                    failed.add(String.valueOf(KafkaConstants.recordId(exchange)));
                }
            });
        }

        @Override
        public String uri(int maxInFlight) {
            return "kafka:" + topic + "?groupId=laws-" + topic + "&autoOffsetReset=earliest&commitInterval=10&brokers="
                    + kafka.address() + "&maxInFlight=" + maxInFlight + options.replace("TOPIC", topic);
        }

        @Override
        public boolean hasHeaders() {
            return true;
        }

        @Override
        public boolean hasReplies() {
            return false;
        }

        @Override
        public boolean keepsMessages() {
            return true;
        }

        @Override
        public Session open() {
            int partition = sessions.getAndIncrement() % PARTITIONS;
            return new Session() {
                @Override
                public Answer send(String body, Map<String, String> headers) throws Exception {
                    return sendAndWait(partition, body, headers);
                }

                @Override
                public void close() {}
            };
        }

        private Answer sendAndWait(int partition, String body, Map<String, String> headers) throws Exception {
            ProducerRecord<String, String> record = new ProducerRecord<>(topic, partition, null, body);
            headers.forEach((name, value) ->
                    record.headers().add(new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8))));
            long offset = kafka.send(record).offset();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(mostWaitSeconds);
            boolean over = false;
            while (!over) {
                over = System.nanoTime() > end
                        || failed.contains(topic + "-" + partition + "@" + offset)
                        || isStopped(); // before the last check
                if (kafka.committed("laws-" + topic, topic, partition) > offset) {
                    return Answer.of(null);
                }
                Thread.sleep(2);
            }
            return Answer.NONE;
        }

        private boolean isStopped() {
            wasStarted |= context.isStarted();
            return wasStarted && context.isStopped(); // in one test the route is in another process
        }

        /** Sends the first bytes of a request that appends a record. */
        @Override
        public boolean cutAfter(int bytes, String body) throws Exception {
            byte[] whole = request(body);
            if (bytes >= whole.length) {
                return false;
            }
            try (Socket socket = new Socket("localhost", kafka.broker.port)) {
                socket.getOutputStream().write(Arrays.copyOf(whole, bytes));
            }
            return true;
        }

        private byte[] request(String body) throws Exception {
            short version = 12; // the last version of the request that names topics; later ones use ids
            MemoryRecords records = MemoryRecords.withRecords(
                    Compression.NONE, new SimpleRecord(body.getBytes(StandardCharsets.UTF_8)));
            ProduceRequestData data =
                    new ProduceRequestData().setAcks((short) 1).setTimeoutMs(1_000);
            data.topicData()
                    .add(new ProduceRequestData.TopicProduceData()
                            .setName(topic)
                            .setPartitionData(List.of(new ProduceRequestData.PartitionProduceData()
                                    .setIndex(0)
                                    .setRecords(records))));
            RequestHeader header = new RequestHeader(
                    new RequestHeaderData()
                            .setRequestApiKey(ApiKeys.PRODUCE.id)
                            .setRequestApiVersion(version)
                            .setClientId("cut")
                            .setCorrelationId(1),
                    ApiKeys.PRODUCE.requestHeaderVersion(version));
            ByteBuffer plain = new ProduceRequest.Builder(version, version, data)
                    .build(version)
                    .serializeWithHeader(header);
            return ByteBuffer.allocate(4 + plain.remaining())
                    .putInt(plain.remaining())
                    .put(plain)
                    .array();
        }

        @Override
        public String uriWithPassword(String password) {
            return uri(1) + "&saslMechanism=PLAIN&securityProtocol=SASL_PLAINTEXT&consumersCount=0&saslJaasConfig="
                    + "RAW(org.apache.kafka.common.security.plain.PlainLoginModule required username=u password="
                    + password + ";)";
        }
    }
}
