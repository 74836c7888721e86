package io.mehari.testing;

import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ExchangeTimedOutException;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SimulationExtension.class)
class SimulatedTimeTest {
    private static final long DAY = Duration.ofDays(1).toMillis();

    @Test
    void aDelayOfADayEndsAfterADay(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").delay(DAY).to("mock:out"));
        context.start();
        template.sendBody("seda:in", "a");

        time.advance(Duration.ofDays(1).minusMillis(1));
        assertThat(mock(context, "out").getReceivedCounter()).isZero();
        time.advance(Duration.ofMillis(1));
        assertThat(mock(context, "out").getReceivedCounter()).isOne();
        assertThat(time.now()).isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
    }

    @Test
    void aSenderThatWaitsMovesTheTime(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("direct:in").delay(DAY).setBody(constant("late")));
        context.start();
        assertThat(template.requestBody("direct:in", "a")).isEqualTo("late");
        assertThat(time.elapsed()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void redeliveriesBackOffInSimulatedTime(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        List<Duration> attempts = new ArrayList<>();
        context.addRoutes(r -> {
            r.errorHandler(deadLetterChannel("mock:dead")
                    .maximumRedeliveries(4)
                    .redeliveryDelay(1_000)
                    .maximumRedeliveryDelay(DAY)
                    .backOffMultiplier(10));
            r.from("seda:in").process(exchange -> {
                attempts.add(time.elapsed());
                throw new IOException("no connection");
            });
        });
        context.start();
        template.sendBody("seda:in", "a");
        time.runUntilIdle();
        assertThat(attempts)
                .containsExactly(
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(11),
                        Duration.ofSeconds(111),
                        Duration.ofSeconds(1111));
        assertThat(mock(context, "dead").getReceivedCounter()).isOne();
    }

    @Test
    void aTimerFiresOnceAPeriod(RoutingContext context, SimulatedTime time) throws Exception {
        List<Duration> ticks = new ArrayList<>();
        context.addRoutes(
                r -> r.from("timer:hourly?delay=0&period=3600000").process(exchange -> ticks.add(time.elapsed())));
        context.start();
        time.advance(Duration.ofHours(5));
        assertThat(ticks).containsExactly(hours(0), hours(1), hours(2), hours(3), hours(4), hours(5));
        assertThatThrownBy(time::runUntilIdle)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("timer:")
                .hasMessageContaining("advance");
    }

    @Test
    void aThrottleLetsMessagesPassWhenTheirTimeComes(
            RoutingContext context, ProducerTemplate template, SimulatedTime time) throws Exception {
        List<Duration> passed = new ArrayList<>();
        context.addRoutes(r -> r.from("seda:in")
                .throttle(2)
                .timePeriodMillis(3_600_000)
                .process(exchange -> passed.add(time.elapsed())));
        context.start();
        for (int i = 0; i < 6; i++) {
            template.sendBody("seda:in", i);
        }
        time.runUntilIdle();
        assertThat(passed).containsExactly(hours(0), hours(0), hours(1), hours(1), hours(2), hours(2));
    }

    @Test
    void aGroupIsCompletedByItsTimeout(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .aggregate(constant("all"), joined())
                .completionTimeout(3_600_000)
                .to("mock:out"));
        context.start();
        template.sendBody("direct:in", "a");
        time.advance(Duration.ofMinutes(59));
        template.sendBody("direct:in", "b");
        time.advance(Duration.ofMinutes(59));
        assertThat(mock(context, "out").getReceivedCounter()).isZero();
        time.advance(Duration.ofMinutes(2));
        assertThat(bodies(context, "out")).containsExactly("a+b");
    }

    @Test
    void aRequestTimesOut(RoutingContext context, ProducerTemplate template, SimulatedTime time) throws Exception {
        context.addRoutes(r -> r.from("seda:slow").delay(DAY).to("mock:out"));
        context.start();
        Exchange reply = template.send("seda:slow?timeout=60000", ExchangePattern.InOut, e -> e.setBody("a"));
        assertThat(reply.getException()).isInstanceOf(ExchangeTimedOutException.class);
        assertThat(time.elapsed()).isEqualTo(Duration.ofMinutes(1));
        time.runUntilIdle();
        assertThat(time.elapsed()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void anExpectationWaitsInSimulatedTime(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").delay(9_000).to("mock:out"));
        context.start();
        mock(context, "out").expectedMessageCount(1);
        template.sendBody("seda:in", "a");
        mock(context, "out").assertIsSatisfied();
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void theClockOfMessagesIsSimulated(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("mock:out"));
        context.start();
        time.advance(Duration.ofDays(3));
        template.sendBody("direct:in", "a");
        assertThat(mock(context, "out").getReceivedExchanges().get(0).getCreated())
                .isEqualTo(Instant.parse("2026-01-04T00:00:00Z").toEpochMilli());
    }

    @Test
    void aStopWaitsInSimulatedTimeAndLosesNothing(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").delay(30_000).to("mock:out"));
        context.start();
        for (int i = 0; i < 100; i++) {
            template.sendBody("seda:in", i);
        }
        context.stop();
        assertThat(mock(context, "out").getReceivedCounter()).isEqualTo(100);
        assertThat(time.elapsed()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
    }

    @Test
    void aFutureOfTheTestIsAwaited(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").delay(DAY).setBody(constant("late")));
        context.start();
        CompletableFuture<Object> reply = template.asyncRequestBody("seda:in?timeout=0", "a");
        assertThat(reply.get()).isEqualTo("late"); // the test's thread waits by means that the simulation does not see
        assertThat(time.elapsed()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void aLatchOfTheTestInAProcessorIsAwaited(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        CountDownLatch second = new CountDownLatch(1);
        context.addRoutes(r -> {
            r.from("seda:first").process(exchange -> second.await()).to("mock:out");
            r.from("seda:second").process(exchange -> second.countDown()).to("mock:out");
        });
        context.start();
        template.sendBody("seda:first", "a");
        time.runDue();
        template.sendBody("seda:second", "b");
        time.runUntilIdle();
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos(); // the first thread comes back in real time
        while (mock(context, "out").getReceivedCounter() < 2 && System.nanoTime() - end < 0) {
            time.runDue();
            Thread.sleep(1);
        }
        assertThat(mock(context, "out").getReceivedCounter()).isEqualTo(2);
    }

    @Test
    void onlyTheTestMovesTheTime(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").process(exchange -> time.runUntilIdle()));
        context.start();
        Exchange reply = template.send("seda:in", ExchangePattern.InOut, e -> e.setBody("a"));
        assertThat(reply.getException())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("only the thread that made the simulation");
    }

    private static Duration hours(int count) {
        return Duration.ofHours(count);
    }

    private static AggregationStrategy joined() {
        return (old, next) -> {
            if (old == null) {
                return next;
            }
            old.setBody(old.getBody() + "+" + next.getBody());
            return old;
        };
    }

    static MockEndpoint mock(RoutingContext context, String name) {
        return MockEndpoint.resolve(context, "mock:" + name);
    }

    static List<Object> bodies(RoutingContext context, String name) {
        List<Object> bodies = new ArrayList<>();
        mock(context, name).getReceivedExchanges().forEach(each -> bodies.add(each.getBody()));
        return bodies;
    }
}
