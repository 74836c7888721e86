package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Law S3: a stop takes everything that was accepted, while senders go on sending. */
@ParameterizedClass
@ValueSource(strings = {"seda", "disruptor"})
class StopWithSendersTest {
    private static final int ROOM = 500;

    private final String kind;
    private final Bench bench = new Bench();
    private final AtomicInteger processed = new AtomicInteger();

    StopWithSendersTest(String kind) {
        this.kind = kind;
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void s3_whatWasAcceptedIsProcessedWhenAContextStops() {
        stopWithSenders(150, "");
    }

    @Test
    @Tag("slow")
    void s3_whatWasAcceptedIsProcessedInTenThousandStops() {
        stopWithSenders(10_000, "");
    }

    @Test
    void s3_whatWasAcceptedIsProcessedByEachSubscriber() {
        bench.route(r -> r.from(kind + ":in?multipleConsumers=true").to(kind + ":out?size=16&blockWhenFull=true"));
        stopWithSenders(75, "?multipleConsumers=true");
    }

    private void stopWithSenders(int stops, String options) {
        String in = kind + ":in" + options;
        bench.route(r -> {
            r.from(in).to(kind + ":out?size=16&blockWhenFull=true");
            r.from(kind + ":out?size=16&concurrentConsumers=2").process(exchange -> processed.incrementAndGet());
        });
        int copies = options.isEmpty() ? 1 : 2;
        int accepted = 0;
        for (int stop = 1; stop <= stops; stop++) {
            bench.context.start();
            CountDownLatch sending = new CountDownLatch(2);
            List<FutureTask<Integer>> senders = List.of(
                    Bench.async(() -> sendByTemplate(in, sending)), Bench.async(() -> sendByProducer(in, sending)));
            Bench.await(sending);
            bench.context.stop();
            for (FutureTask<Integer> sender : senders) {
                accepted += Bench.result(sender);
            }
            assertThat(processed).as("after stop %d", stop).hasValue(accepted * copies);
        }
    }

    private int sendByTemplate(String uri, CountDownLatch sending) {
        for (int sent = 0; ; sent++) {
            try {
                bench.template.sendBody(uri, sent);
            } catch (RuntimeException e) {
                if (isFull(e)) {
                    sent--;
                    continue;
                }
                return sent;
            }
            sending.countDown();
        }
    }

    private int sendByProducer(String uri, CountDownLatch sending) {
        QueueProducer producer = (QueueProducer) bench.endpoint(uri).createProducer();
        for (int sent = 0; ; sent++) {
            Exchange exchange = bench.exchange(sent);
            producer.process(exchange);
            Exception failure = exchange.getException();
            if (isFull(failure)) {
                sent--;
            } else if (failure != null) {
                assertThat(failure).isInstanceOf(QueueClosedException.class).hasMessageContaining("its context");
                return sent;
            }
            sending.countDown();
        }
    }

    private static boolean isFull(Throwable failure) {
        Throwable each = failure;
        while (each != null && !(each instanceof QueueFullException)) {
            each = each.getCause();
        }
        return each != null;
    }

    /** What is under way when a stop begins may send, also by a template, and to queues. */
    @Test
    void s3_aMessageThatWasAcceptedMaySendWhileTheContextStops() {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicBoolean stopping = new AtomicBoolean();
        QueueEndpoint out = bench.endpoint(kind + ":out");
        bench.route(r -> {
            r.from(kind + ":in")
                    .process(exchange -> {
                        entered.countDown();
                        Bench.await(stopping::get);
                        Bench.await(() -> out.getCurrentQueueSize() < ROOM); // it may be full of those from outside
                        bench.template.sendBody(kind + ":out", "by a template");
                        bench.template.sendBody("direct:out", "by a call");
                    })
                    .to(kind + ":out");
            r.from("direct:out").process(exchange -> processed.incrementAndGet());
            r.from(kind + ":out").process(exchange -> processed.incrementAndGet());
        });
        bench.start();
        bench.template.sendBody(kind + ":in", "x");
        Bench.await(entered);
        FutureTask<Void> stop = Bench.async(() -> {
            bench.context.stop();
            return null;
        });
        QueueProducer outside = (QueueProducer) bench.endpoint(kind + ":out").createProducer();
        int accepted = 0;
        for (boolean open = true; open; ) {
            Exchange exchange = bench.exchange("from outside");
            outside.process(exchange);
            open = !(exchange.getException() instanceof QueueClosedException);
            accepted += exchange.isFailed() ? 0 : 1;
        }
        stopping.set(true);
        Bench.result(stop);
        assertThat(processed).hasValue(accepted + 3);
    }
}
