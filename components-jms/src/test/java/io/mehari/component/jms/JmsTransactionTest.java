package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.spi.SynchronizationAdapter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The receive and the sends of a route, in one transaction or not. */
class JmsTransactionTest extends OnBroker {
    private final CountDownLatch sent = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private void sendAndWait(Exchange exchange) throws InterruptedException {
        sent.countDown();
        assertThat(mayEnd.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void k1_theMessageIsNotAcknowledgedBeforeItsCompletionsHaveRun(boolean transacted) throws Exception {
        List<Long> atTheBroker = new CopyOnWriteArrayList<>();
        context.addRoutes(r -> r.from("jms:in?transacted=" + transacted).process(e -> {
            Thread.sleep(100); // time for an acknowledgement that would be too early
            atTheBroker.add(broker.messages("in"));
            e.getUnitOfWork().addSynchronization(new SynchronizationAdapter() {
                @Override
                public void onComplete(Exchange done) {
                    sleep();
                    atTheBroker.add(broker.messages("in"));
                }
            });
        }));
        context.start();
        sendText("in", "m");
        await("it has run", () -> atTheBroker.size() == 2);
        assertThat(atTheBroker).containsExactly(1L, 1L);
        await("it is acknowledged", () -> broker.messages("in") == 0);
    }

    private static void sleep() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void sendsAreSeenWhenTheTransactionIsCommitted(boolean onAnotherThread) throws Exception {
        context.addRoutes(r -> {
            var route = r.from("jms:in?transacted=true");
            (onAnotherThread ? route.delay(5) : route).to("jms:out").process(this::sendAndWait);
        });
        context.start();
        sendText("in", "m");
        assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(broker.messages("out")).as("before the commit").isZero();
        mayEnd.countDown();
        await("both are committed", () -> broker.messages("in") == 0 && broker.messages("out") == 1);
    }

    @Test
    void aFailureRollsTheSendsBackWithTheReceive() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        context.addRoutes(r -> r.from("jms:in?transacted=true")
                .to("jms:out")
                .split(e -> List.of("a", "b", "c"))
                .to("jms:parts")
                .end()
                .process(e -> {
                    assertThat(e.getHeader(JmsConstants.DELIVERY_COUNT)).isEqualTo(attempts.incrementAndGet());
                    if (attempts.get() == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                }));
        context.start();
        sendText("in", "m");
        await("there was a second attempt", () -> attempts.get() == 2);
        await("it is committed", () -> broker.messages("in") == 0 && broker.messages("out") > 0);
        assertThat(attempts).hasValue(2);
        assertThat(broker.messages("out")).isEqualTo(1);
        assertThat(broker.messages("parts")).isEqualTo(3);
    }

    @Test
    void aMarkForRollbackGivesTheMessageBack() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        context.addRoutes(r -> r.from("jms:in?transacted=true").to("jms:out").process(e -> {
            if (attempts.incrementAndGet() == 1) {
                e.setRollbackOnly(true);
            }
        }));
        context.start();
        sendText("in", "m");
        await("there was a second attempt", () -> attempts.get() == 2);
        await("it is committed", () -> broker.messages("in") == 0 && broker.messages("out") > 0);
        assertThat(attempts).hasValue(2);
        assertThat(broker.messages("out")).isEqualTo(1);
    }

    @Test
    void aSendThatAsksForItIsOutsideOfTheTransaction() throws Exception {
        context.addRoutes(r ->
                r.from("jms:in?transacted=true").to("jms:out?transacted=false").process(this::sendAndWait));
        context.start();
        sendText("in", "m");
        assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();
        await("it is sent at once", () -> broker.messages("out") == 1);
        mayEnd.countDown();
    }

    @Test
    void aRequestInATransactionIsAnswered() throws Exception {
        context.addRoutes(r -> {
            r.from("jms:in?transacted=true")
                    .to(ExchangePattern.InOut, "jms:ask")
                    .to("jms:out");
            r.from("jms:ask").setBody(e -> "re: " + e.getBody(String.class));
        });
        context.start();
        sendText("in", "m");
        assertThat(receive("out").getBody(String.class)).isEqualTo("re: m");
    }

    @Test
    void aWireTapIsOutsideOfTheTransaction() throws Exception {
        context.addRoutes(r -> {
            r.from("jms:in?transacted=true").wireTap("direct:tap").process(this::sendAndWait);
            r.from("direct:tap").to("jms:out");
        });
        context.start();
        sendText("in", "m");
        await("it is sent at once", () -> broker.messages("out") == 1);
        mayEnd.countDown();
    }
}
