package io.mehari.impl.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.Exchange;
import io.mehari.MessageHistory;
import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
