package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law S2: a route that has sent a request continues on a shared thread, not on a consumer thread of the requested
 * queue.
 */
@Timeout(60)
class ReplyThreadsTest {
    private final Bench bench = new Bench();
    private final List<String> ranOn = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void close() {
        release.countDown();
        bench.close();
    }

    private void noteThread(Exchange exchange) {
        ranOn.add(Thread.currentThread().getName());
    }

    private void block(Exchange exchange) throws InterruptedException {
        noteThread(exchange);
        if (!release.await(Bench.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nothing else got on meanwhile");
        }
    }

    /** A sender that has not left its own stack yet when the reply comes goes on by itself. */
    private void assertThatNoneRanOnATaker(int count) {
        Bench.await(() -> ranOn.size() == count);
        assertThat(ranOn).noneMatch(each -> each.contains(":x-") || each.contains("timer"));
    }

    /** On the taker of the queue that is asked. */
    private void awaitSuspension(Exchange exchange) {
        Bench.await(() -> bench.endpoint("seda:a").queue().only().idleTakers.waiting() == 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "seda:x?waitForTaskToComplete=Always",
                "disruptor:x?waitForTaskToComplete=Always",
                "seda:x?waitForTaskToComplete=Always&blockWhenFull=true"
            })
    void s2_aRouteThatBlocksAfterARequestDoesNotStopTheQueueItAsked(String asked) {
        String queue = asked.substring(0, asked.indexOf('?'));
        bench.route(r -> r.from(queue)
                .process(this::awaitSuspension)
                .process(exchange -> bench.received.add(exchange.getBody())));
        bench.route(r -> r.from("seda:a").to(asked).process(this::block));
        bench.start();
        bench.template.sendBody("seda:a", "request");
        Bench.await(() -> ranOn.size() == 1);

        bench.template.sendBody(queue, "another");
        bench.awaitReceived(2);
        assertThatNoneRanOnATaker(1);
    }

    @Test
    void s2_partsThatAskAQueueAndWhatIsTappedGoOnOnSharedThreads() {
        bench.route(r -> {
            r.from("seda:x").process(exchange -> exchange.setBody("reply"));
            r.from("direct:tapped").to("seda:x?waitForTaskToComplete=Always").process(this::noteThread);
            r.from("seda:a")
                    .wireTap("direct:tapped")
                    .multicast()
                    .parallelProcessing()
                    .to("direct:tapped", "direct:tapped")
                    .end()
                    .process(this::noteThread);
        });
        bench.start();
        bench.template.sendBody("seda:a", "request");
        assertThatNoneRanOnATaker(4);
    }

    @Test
    void s2_whatWaitsForAFutureRunsOnASharedThread() {
        bench.route(r -> r.from("seda:x").process(exchange -> exchange.setBody("reply")));
        bench.start();
        List<CompletableFuture<Void>> replies = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            replies.add(bench.template.asyncRequestBody("seda:x", "request").thenAccept(reply -> {
                ranOn.add(Thread.currentThread().getName());
            }));
        }
        replies.forEach(CompletableFuture::join);
        assertThatNoneRanOnATaker(20);
    }

    @Test
    void q6_theLastOfSeveralRepliesResumesOnASharedThread() {
        bench.route(r -> {
            r.from("seda:x?multipleConsumers=true").process(this::awaitSuspension);
            r.from("seda:x?multipleConsumers=true").process(this::awaitSuspension);
            r.from("seda:a")
                    .to("seda:x?multipleConsumers=true&waitForTaskToComplete=Always")
                    .process(this::noteThread);
        });
        bench.start();
        bench.template.sendBody("seda:a", "request");
        assertThatNoneRanOnATaker(1);
    }

    @Test
    void q6_theSenderWaitsForTheCopiesAndNotForWhatTheirRoutesSend() {
        bench.route(r -> {
            r.from("seda:x?multipleConsumers=true").to("seda:later");
            r.from("seda:x?multipleConsumers=true").to("seda:later");
            r.from("seda:later").process(this::block);
        });
        bench.start();
        bench.template.sendBody("seda:x?multipleConsumers=true&waitForTaskToComplete=Always&timeout=20s", "request");
        assertThat(release.getCount()).as("what they sent is still under way").isEqualTo(1);
    }

    @Test
    void q5_theTimeoutOfARequestNeverEndsOnTheTimerHoweverMuchWaits() {
        bench.route(r -> {
            r.from("seda:x").autoStartup(false).to("log:never");
            r.from("direct:a")
                    .onException(ExchangeTimedOutException.class)
                    .handled(true)
                    .process(this::noteThread)
                    .end()
                    .to(ExchangePattern.InOut, "seda:x?timeout=50");
        });
        bench.start();
        for (int i = 0; i < 1_020; i++) {
            bench.context.getRoutingContextExtension().getThreadPools().shared().execute(() -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        FutureTask<Boolean> sender = Bench.async(() -> {
            bench.template.sendBody("direct:a", "request");
            return true;
        });
        Bench.await(() -> bench.endpoint("seda:x").queue().only().size() == 1);
        release.countDown();
        assertThat(Bench.result(sender)).isTrue();
        assertThatNoneRanOnATaker(1);
    }

    @Test
    void s2_sharedThreadsThatWaitForRepliesDoNotKeepTheRepliesFromComing() {
        bench.route(r -> {
            r.from("seda:x").process(exchange -> exchange.setBody("reply"));
            r.from("direct:ask").to(ExchangePattern.InOut, "seda:x?timeout=0");
            r.from("seda:a").delay(1).process(exchange -> {
                bench.received.add(bench.template.requestBody("direct:ask", "request"));
            });
        });
        bench.start();
        for (int i = 0; i < 60; i++) {
            bench.template.sendBody("seda:a", i);
        }
        bench.awaitReceived(60);
        assertThat(bench.received).containsOnly("reply");
    }

    @Test
    void q5_aSenderThatItselfWaitsIsWokenWithoutASharedThread() {
        bench.route(r -> r.from("seda:x").process(exchange -> exchange.setBody("reply")));
        bench.start();
        assertThat(bench.template.requestBody("seda:x", "request")).isEqualTo("reply");
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(each -> each.getName().startsWith("bench-worker-"));
    }
}
