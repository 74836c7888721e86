package io.mehari.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of steps. Each step has its own time, although it begins at the end of the step before. */
class HistoryTest {
    private static final long WHILE = TimeUnit.MILLISECONDS.toNanos(30);

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Exchange send(Routes routes) throws Exception {
        context.getRoutingContextExtension().setMessageHistory(true);
        context.addRoutes(routes);
        context.start();
        return template.send("direct:a", exchange -> exchange.setBody(0));
    }

    @SuppressWarnings("unchecked")
    private static List<MessageHistory> history(Exchange exchange) {
        return exchange.getProperty(Exchange.MESSAGE_HISTORY, List.class);
    }

    private static boolean takesAWhile() {
        long end = System.nanoTime() + WHILE;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(WHILE / 10);
        }
        return true;
    }

    private static long nanos(List<MessageHistory> history, String node) {
        return history.stream()
                .filter(each -> each.node().equals(node))
                .findFirst()
                .orElseThrow()
                .elapsedNanos();
    }

    @Test
    void aStepHasItsTimeAndNoneOfTheOthers() throws Exception {
        List<MessageHistory> history = history(send(r -> r.from("direct:a")
                .setHeader("before", exchange -> 1)
                .process(exchange -> takesAWhile())
                .setBody(exchange -> 2)));

        assertThat(nanos(history, "process")).isGreaterThanOrEqualTo(WHILE);
        assertThat(nanos(history, "setHeader") + nanos(history, "setBody")).isLessThan(WHILE);
    }

    /** Some of what a route does is no step in its history. */
    @Test
    void whatLiesBetweenTwoStepsIsNotTheTimeOfTheSecond() throws Exception {
        List<MessageHistory> history = history(send(r -> {
            r.onException(IllegalStateException.class)
                    .onWhen(exchange -> takesAWhile())
                    .continued(true);
            r.from("direct:a")
                    .setHeader("before", exchange -> 1)
                    .filter(exchange -> takesAWhile())
                    .setBody(exchange -> 2)
                    .end()
                    .process(exchange -> {
                        throw new IllegalStateException();
                    })
                    .setProperty("after", exchange -> 3);
        }));

        assertThat(history)
                .extracting(MessageHistory::node)
                .containsExactly("setHeader", "setBody", "process", "setProperty");
        assertThat(nanos(history, "setBody")).isLessThan(WHILE);
        assertThat(nanos(history, "setProperty")).isLessThan(WHILE);
    }

    /** The list drops its oldest steps at times; the steps it shows are the latest at each of them. */
    @Test
    void theLatestStepsAreShownInOrder() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<List<MessageHistory>> seen = new ArrayList<>();
        send(r -> r.from("direct:a")
                .loop(350)
                .setBody(exchange -> exchange.getBody(Integer.class) + 1)
                .process(exchange -> {
                    List<MessageHistory> history = history(exchange);
                    int steps = 2 * exchange.getBody(Integer.class) - 1;
                    List<String> nodes =
                            history.stream().map(MessageHistory::node).toList();
                    for (int i = 0; i < history.size(); i++) {
                        boolean even = (steps - history.size() + i) % 2 == 0;
                        if (!history.get(i).node().equals(even ? "setBody" : "process")
                                || !nodes.get(i).equals(history.get(i).node())) {
                            wrong.add(steps + " at " + i);
                        }
                    }
                    if (history.size() != Math.min(steps, History.CAPACITY)) {
                        wrong.add(steps + " has " + history.size());
                    }
                    seen.add(history);
                }));

        assertThat(wrong).isEmpty();
        assertThat(seen.get(0)).as("a list does not change").hasSize(1);
        assertThat(seen.get(349)).hasSize(History.CAPACITY).isEqualTo(new ArrayList<>(seen.get(349)));
        assertThatThrownBy(() -> seen.get(0).get(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** A step that ends at once, and one that ends on another thread. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void historyListsTheSteps(boolean suspends) throws Exception {
        List<MessageHistory> history = history(send(r -> {
            r.from("direct:a")
                    .routeId("a")
                    .setHeader("x", exchange -> 1)
                    .to("direct:b")
                    .process(suspends ? new Elsewhere() : exchange -> {});
            r.from("direct:b").routeId("b").process(suspends ? new Elsewhere() : exchange -> {});
        }));

        assertThat(history)
                .extracting(each -> each.routeId() + " " + each.node())
                .containsExactly("a setHeader", "b process", "a to[direct:b]", "a process");
        assertThat(history).allMatch(each -> each.elapsedNanos() >= 0);
    }

    private static final class Elsewhere implements AsyncProcessor {
        @Override
        public void process(Exchange exchange) {
            throw new AssertionError("the engine knows that this is asynchronous");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            new Thread(() -> callback.done(false)).start();
            return false;
        }
    }

    @Test
    void fault26_historyInALoopIsBounded() throws Exception {
        List<MessageHistory> history = history(send(r ->
                r.from("direct:a").loop(10_000).process(exchange -> {}).end().process(exchange -> {})));

        assertThat(history).hasSize(History.CAPACITY);
        assertThat(history.get(History.CAPACITY - 1).node()).isEqualTo("process");
        assertThat(history.get(History.CAPACITY - 2).node()).isEqualTo("loop");
    }

    @Test
    void x2_aCopyHasItsOwnHistoryAndAReusedExchangeHasNone() throws Exception {
        context.getRoutingContextExtension().setExchangePool(4, false);
        context.getRoutingContextExtension().setMessageHistory(true);
        List<Integer> sizes = new ArrayList<>();
        context.addRoutes(r -> r.from("direct:a")
                .process(exchange -> {})
                .split(exchange -> List.of(1, 2, 3))
                .process(exchange -> {})
                .process(exchange -> sizes.add(history(exchange).size()))
                .end()
                .process(exchange -> sizes.add(history(exchange).size())));
        context.start();
        template.sendBody("direct:a", ">");
        template.sendBody("direct:a", ">");

        assertThat(sizes).containsExactly(2, 2, 2, 2, 2, 2, 2, 2);
        assertThat(Exchanges.of(context).statistics().inUse()).isZero();
    }

    @Test
    void theStepOfAFailureIsAPropertyAlsoWhenItWasTriedAgainAndWatched() throws Exception {
        Exchange sent = send(r -> {
            r.errorHandler(
                    RouteBuilder.defaultErrorHandler().maximumRedeliveries(1).redeliveryDelay(0));
            r.from("direct:a").routeId("outer").process(exchange -> {}).to("direct:b");
            r.from("direct:b").routeId("inner").throwException(new IllegalStateException());
        });

        assertThat(sent.getProperty(Exchange.FAILURE_ROUTE_ID)).isEqualTo("inner");
        assertThat(sent.getProperty(Exchange.FAILURE_STEP)).isEqualTo("1 (throwException)");
        assertThat(history(sent))
                .extracting(MessageHistory::node)
                .containsExactly("process", "throwException", "throwException", "to[direct:b]");
    }

    /** Each exchange is stored here, so that the compiler cannot remove its allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object escaped = "";

    /**
     * A history costs 48 bytes for each of the four steps and 24 for the property; up to 16 more if messages of other
     * tests had more properties after it, since a layout makes room for what usually follows.
     */
    @Test
    void aHistoryCostsOneObjectForEachStep() throws Exception {
        send(r -> {
            r.from("direct:a")
                    .process(exchange -> escaped = exchange)
                    .to("direct:b")
                    .process(exchange -> {});
            r.from("direct:b").process(exchange -> {});
        });
        Endpoint endpoint = context.getEndpoint("direct:a");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int batch = 0; batch < 20; batch++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                template.sendBody(endpoint, "body");
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }

        assertThat(least / 10_000).isBetween(80 + 24 + 4 * 48L, 80 + 24 + 16 + 4 * 48L);
    }

    @Test
    void aCopyGoesOnFromWhatItsOriginalHad() throws Exception {
        List<List<MessageHistory>> ofCopies = new ArrayList<>();
        Exchange whole = send(r -> r.from("direct:a")
                .setHeader("before", exchange -> 1)
                .split(exchange -> List.of(1, 2))
                .setBody(exchange -> 2)
                .process(exchange -> ofCopies.add(history(exchange)))
                .end()
                .process(exchange -> {}));

        assertThat(ofCopies)
                .hasSize(2)
                .allSatisfy(history ->
                        assertThat(history).extracting(MessageHistory::node).containsExactly("setHeader", "setBody"));
        assertThat(ofCopies.get(0).get(0)).isEqualTo(ofCopies.get(1).get(0));
        assertThat(history(whole)).extracting(MessageHistory::node).containsExactly("setHeader", "split", "process");
    }
}
