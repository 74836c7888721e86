package io.mehari.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting in a test until routes have processed messages. */
class NotifyBuilderTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final CountDownLatch go = new CountDownLatch(1);

    @BeforeEach
    void start() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").to("direct:b");
            r.from("direct:b").routeId("b").process(exchange -> {
                if ("bad".equals(exchange.getBody())) {
                    throw new IllegalArgumentException("bad");
                }
            });
            r.from("direct:slow").routeId("slow").process(exchange -> go.await());
        });
        context.start();
    }

    @AfterEach
    void stop() {
        go.countDown();
        context.stop();
    }

    private NotifyBuilder notifier() {
        return new NotifyBuilder(context);
    }

    private void send(String uri, String body) {
        template.send(uri, exchange -> exchange.setBody(body));
    }

    @Test
    void aMessageCountsInTheRouteThatItCameTo() {
        send("direct:a", "before");
        NotifyBuilder any = notifier().whenDone(1).create();
        NotifyBuilder a = notifier().fromRoute("a").whenDone(1).create();
        NotifyBuilder b = notifier().from("direct:b").whenDone(1).create();
        assertThat(any.matches()).isFalse();

        send("direct:a", "good");

        assertThat(any.matches(60, TimeUnit.SECONDS)).isTrue();
        assertThat(a.matchesWaitTime()).isTrue();
        assertThat(b.matches()).isFalse();
    }

    @Test
    void failuresAreDoneToo() {
        NotifyBuilder done = notifier().whenDone(3).create();
        NotifyBuilder completed = notifier().whenExactlyCompleted(2).create();
        NotifyBuilder failed = notifier().whenExactlyFailed(1).create();
        NotifyBuilder twoFailed = notifier().whenFailed(2).create();

        send("direct:a", "good");
        send("direct:b", "bad");
        send("direct:b", "good");

        assertThat(done.matches()).isTrue();
        assertThat(completed.matches()).isTrue();
        assertThat(failed.matches()).isTrue();
        assertThat(twoFailed.matches()).isFalse();
        send("direct:b", "bad");
        assertThat(failed.matches()).as("exactly one").isFalse();
        assertThat(twoFailed.matches()).isTrue();
    }

    @Test
    void conditionsAreReadFromLeftToRight() {
        NotifyBuilder both = notifier()
                .fromRoute("a")
                .whenDone(1)
                .and()
                .fromRoute("b")
                .whenDone(1)
                .create();
        NotifyBuilder either = notifier()
                .fromRoute("a")
                .whenDone(1)
                .or()
                .fromRoute("b")
                .whenDone(1)
                .create();
        NotifyBuilder butNot =
                notifier().fromRoute("a").whenDone(1).not().whenFailed(1).create();

        send("direct:a", "good");

        assertThat(both.matches()).isFalse();
        assertThat(either.matches()).isTrue();
        assertThat(butNot.matches()).isTrue();
        send("direct:b", "bad");
        assertThat(both.matches()).isTrue();
        assertThat(butNot.matches()).isFalse();
    }

    @Test
    void aMessageOnItsWayIsReceivedAndNotDone() throws Exception {
        NotifyBuilder received = notifier().whenReceived(1).create();
        NotifyBuilder done = notifier().whenDone(1).create();

        Thread sender = new Thread(() -> send("direct:slow", "x"));
        sender.start();

        assertThat(received.matches(60, TimeUnit.SECONDS)).isTrue();
        assertThat(done.matches(0, TimeUnit.SECONDS)).isFalse();
        NotifyBuilder later = notifier().whenReceived(1).create();
        go.countDown();
        assertThat(done.matches(60, TimeUnit.SECONDS)).isTrue();
        assertThat(later.matches()).as("it had come before").isFalse();
        sender.join();
    }

    @Test
    void countsBeginAnew() {
        NotifyBuilder done = notifier().whenExactlyDone(1).create();
        send("direct:b", "good");
        assertThat(done.matches()).isTrue();

        done.reset();

        assertThat(done.matches()).isFalse();
        send("direct:b", "good");
        assertThat(done.matches()).isTrue();
    }

    @Test
    void theFailureSaysWhatWasMissing() {
        NotifyBuilder done = notifier()
                .fromRoute("a")
                .whenDone(2)
                .and()
                .from("direct:b")
                .whenExactlyFailed(1)
                .create();
        send("direct:a", "good");

        assertThatThrownBy(() -> done.assertMatches(1, TimeUnit.MILLISECONDS))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Not within 1 milliseconds: expected 2 done in route a, but were 1;"
                        + " and exactly 1 failed from direct:b, but were 0;")
                .hasMessageContaining("Route a has")
                .hasMessageContaining("Route slow has");
        send("direct:a", "good");
        send("direct:b", "bad");
        done.assertMatches(60, TimeUnit.SECONDS);
    }

    @Test
    void aConditionIsNeeded() {
        assertThatIllegalStateException().isThrownBy(() -> notifier().create()).withMessageContaining("whenDone(1)");
    }

    @Test
    void twoOperatorsWithNothingBetweenAreRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> notifier().or().whenDone(1))
                .withMessageContaining("no condition before it");
        assertThatIllegalStateException()
                .isThrownBy(() -> notifier().whenDone(1).or().not().whenFailed(1))
                .withMessageContaining("no condition between or and and not");
        assertThat(notifier().whenDone(0).and().not().whenFailed(1).create().matches())
                .isTrue();
    }
}
