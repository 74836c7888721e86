package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.management.JmxManagement;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A queue seen through JMX and the flight recorder. */
class QueueManagementTest {

    @ParameterizedTest
    @ValueSource(strings = {"seda:q?size=4", "disruptor:q?blockWhenFull=false&size=4"})
    void jmxShowsTheNumbersAndTheMessages(String uri) throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("managed")) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < 4; i++) {
                template.sendBody(uri, "message");
            }
            assertThatThrownBy(() -> template.sendBody(uri, "one too many")).hasStackTraceContaining("is full");
            QueueMXBean bean = JMX.newMXBeanProxy(
                    ManagementFactory.getPlatformMBeanServer(),
                    new ObjectName(
                            "io.mehari:context=\"managed\",type=endpoint,name=" + ObjectName.quote(queueOf(uri))),
                    QueueMXBean.class);

            assertThat(bean.getEndpointUri()).startsWith(queueOf(uri) + "?");
            assertThat(bean.getSize()).isEqualTo(4);
            assertThat(bean.getCapacity()).isEqualTo(4);
            assertThat(bean.getHighWaterMark()).isEqualTo(4);
            assertThat(bean.getEnqueued()).isEqualTo(4);
            assertThat(bean.getTaken() + bean.getDiscarded() + bean.getBlockedMillis())
                    .isZero();
            assertThat(bean.browse()).hasSize(4).allMatch(text -> text.contains("java.lang.String"));
            bean.purge();
            assertThat(bean.getSize()).isZero();
            assertThat(bean.getDiscarded()).isEqualTo(4);
            assertThat(bean.isTimesWaiting()).isFalse();
            bean.setTimesWaiting(true);
            assertThat(bean.isTimesWaiting()).isTrue();
            assertThat(bean.getWaitingNanosMedian() + bean.getWaitingNanos99() + bean.getWaitingNanosMax())
                    .isZero();
        }
    }

    private static String queueOf(String uri) {
        return uri.substring(0, uri.indexOf('?'));
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void oneQueueIsOneBeanWhateverTheOptionsOfItsEndpoints(String scheme) throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext("one-bean-" + scheme)) {
            context.getRoutingContextExtension().addLifecycleStrategy(new JmxManagement());
            context.addRoutes(r -> {
                r.from("direct:in").to(scheme + ":q?timeout=1000");
                r.from(scheme + ":q?size=4").routeId("taker").process(exchange -> {});
            });
            context.start();
            assertThat(ManagementFactory.getPlatformMBeanServer()
                            .queryNames(
                                    new ObjectName("io.mehari:context=\"one-bean-" + scheme + "\",type=endpoint,*"),
                                    null))
                    .extracting(name -> ObjectName.unquote(name.getKeyProperty("name")))
                    .containsExactly(scheme + ":q");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"seda", "disruptor"})
    void theFlightRecorderSeesFullQueuesAndWaitingSenders(String scheme, @TempDir Path folder) throws Exception {
        Path file = folder.resolve("queue.jfr");
        try (DefaultRoutingContext context = new DefaultRoutingContext();
                Recording recording = new Recording()) {
            recording.enable("mehari.QueueFull");
            recording.enable("mehari.EnqueueWait").withoutThreshold();
            recording.start();
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody(scheme + ":q?size=1", "fits");
            String waiting = scheme + ":q?size=1&blockWhenFull=true&offerTimeout=5";
            assertThatThrownBy(() -> template.sendBody(waiting, "does not")).hasStackTraceContaining("is full");
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .containsExactlyInAnyOrder("mehari.EnqueueWait", "mehari.QueueFull");
        assertThat(events).allMatch(event -> event.getString("queue").equals(scheme + ":q"));
    }
}
