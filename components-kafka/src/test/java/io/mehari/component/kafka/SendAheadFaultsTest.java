package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.RouteBuilder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes wrong while records of a partition are sent before those before them are acknowledged. */
class SendAheadFaultsTest extends OnTransactions {
    private String in;
    private String out;

    @BeforeEach
    void createTopics() throws Exception {
        in = kafka.topic(1);
        out = kafka.topic(1);
    }

    private String reading(String options) {
        return to(in) + "&groupId=" + group(in) + "&autoOffsetReset=earliest&commitInterval=10&retryDelay=50" + options;
    }

    /** A topic that refuses records without a key. */
    private void createCompacted(String name) throws Exception {
        kafka.admin
                .createTopics(List.of(new NewTopic(name, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get(60, TimeUnit.SECONDS);
    }

    /** The client is replaced while a record waits for the topic that its header names, and no other record comes. */
    @Test
    void k5_aRecordThatWaitsForItsTopicEndsAlthoughAnotherSendHasFailed() throws Exception {
        String compacted = out + "-compacted";
        createCompacted(compacted);
        String dead = kafka.topic(1);
        for (String each : numbers(0, 20)) {
            kafka.send(new ProducerRecord<>(in, 0, "key", each));
        }
        context.addRoutes(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel(to(dead)));
            r.from(reading(""))
                    .process(exchange -> {
                        if (exchange.getBody(String.class).equals("0")) {
                            exchange.setHeader(KafkaConstants.OVERRIDE_TOPIC, out + "-missing");
                        } else if (exchange.getBody(String.class).equals("5")) {
                            exchange.removeHeader(KafkaConstants.KEY);
                        }
                    })
                    .to(to(compacted) + "&producerBatchSize=250&maxBlockMs=2000");
        });
        context.start();
        kafka.awaitCommitted(group(in), in, 0, 20);
        assertThat(uncommittedValues(dead)).containsExactly("0", "5");
        assertThat(new LinkedHashSet<>(uncommittedValues(compacted)))
                .containsExactly(
                        "1", "2", "3", "4", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
                        "19");
    }

    @Test
    void k5_aStepThatRemovesThePropertiesDoesNotChangeTheOrder() throws Exception {
        int count = 2_000;
        kafka.sendNumbers(in, 0, 0, count);
        context.addRoutes(r -> r.from(reading(""))
                .filter(exchange -> exchange.getBody(String.class).endsWith("7"))
                .removeProperties("*")
                .end()
                .to(to(out)));
        context.start();
        kafka.awaitCommitted(group(in), in, 0, count);
        assertThat(new LinkedHashSet<>(uncommittedValues(out))).containsExactly(numbers(0, count));
    }

    /** Its send has ended, and after that something was thrown: its error handler sends while others are under way. */
    @Test
    void s4_aRecordThatSendsAgainDoesNotWaitForItself() {
        KafkaEndpoint endpoint = context.getEndpoint(reading(""), KafkaEndpoint.class);
        RecordRoute route = new RouteConsumer(endpoint, exchange -> {}).route();
        PartitionWork work = new PartitionWork(new TopicPartition(in, 0), new PollLoop(route, 0), route);
        Lane lane = new Lane(work, route, null);
        List<RecordTask> tasks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(in, 0, i, new byte[0], new byte[0]);
            RecordTask task = new RecordTask(work, lane, record, route);
            assertThat(task.beginSend(true)).isEqualTo(SendWay.AHEAD);
            tasks.add(task);
        }
        assertThat(tasks.get(0).beginSend(true)).isEqualTo(SendWay.ALONE);
    }

    /** A handler of the application's sends to the topic of the route, for records that fail before the send. */
    @Test
    void k5_whatAnErrorHandlerSendsToTheSameTopicKeepsItsPlace() throws Exception {
        int count = 1_000;
        kafka.sendNumbers(in, 0, 0, count);
        context.addRoutes(r -> {
            r.onException(IllegalStateException.class).handled(true).to(to(out));
            r.from(reading(""))
                    .process(exchange -> {
                        if (exchange.getBody(String.class).endsWith("7")) {
                            throw new IllegalStateException("on purpose");
                        }
                    })
                    .to(to(out));
        });
        context.start();
        kafka.awaitCommitted(group(in), in, 0, count);
        assertThat(uncommittedValues(out)).containsExactly(numbers(0, count));
    }
}
