package io.mehari.impl.engine;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.Routes;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.exchange.PooledContext.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The headers by which steps see redeliveries. The same messages have them as in Camel 4.22.0. */
class RedeliveryHeadersTest {
    private final PooledContext mehari = new PooledContext(true);
    private final List<String> seen = new ArrayList<>();
    private int left;

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private Processor note(String where) {
        return exchange -> seen.add(where + " " + exchange.getHeader(Exchange.REDELIVERED) + " "
                + exchange.getHeader(Exchange.REDELIVERY_COUNTER) + " "
                + exchange.getHeader(Exchange.REDELIVERY_MAX_COUNTER));
    }

    private Processor failing(int times) {
        left = times;
        return exchange -> {
            note("step").process(exchange);
            if (left-- > 0) {
                throw new IllegalStateException("on purpose");
            }
        };
    }

    private Outcome run(Routes routes) throws Exception {
        mehari.routes(routes);
        return mehari.send("x");
    }

    @Test
    void aRedeliveredStepAndWhatComesAfterItHaveThem() throws Exception {
        Outcome done = run(r -> {
            r.errorHandler(defaultErrorHandler()
                    .maximumRedeliveries(3)
                    .redeliveryDelay(0)
                    .onRedelivery(note("onRedelivery")));
            r.from("direct:a").process(failing(2)).process(note("next"));
        });
        assertThat(seen)
                .containsExactly(
                        "step null null null",
                        "onRedelivery true 1 3",
                        "step true 1 3",
                        "onRedelivery true 2 3",
                        "step true 2 3",
                        "next true 2 3");
        assertThat(done.headers())
                .containsEntry(Exchange.REDELIVERED, true)
                .containsEntry(Exchange.REDELIVERY_COUNTER, 2)
                .containsEntry(Exchange.REDELIVERY_MAX_COUNTER, 3);
    }

    @Test
    void withoutAFailureThereAreNone() throws Exception {
        Outcome done = run(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(0));
            r.from("direct:a").process(failing(0));
        });
        assertThat(done.headers()).isEmpty();
    }

    @Test
    void aMessageThatFailsForGoodKeepsThem() throws Exception {
        Outcome failed = run(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.from("direct:a").process(failing(9));
        });
        assertThat(failed.failure()).isNotNull();
        assertThat(failed.headers()).containsEntry(Exchange.REDELIVERY_COUNTER, 2);
    }

    @Test
    void theStepsOfAClauseThatDoesNotHandleTheFailureSeeThem() throws Exception {
        Outcome failed = run(r -> {
            r.onException(IllegalStateException.class)
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0)
                    .handled(false)
                    .process(note("clause"));
            r.from("direct:a").process(failing(9));
        });
        assertThat(failed.failure()).isNotNull();
        assertThat(seen).endsWith("clause true 2 2");
    }

    @Test
    void theySeeThemEvenIfTheStepRemovesHeaders() throws Exception {
        run(r -> {
            r.onException(IllegalStateException.class)
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0)
                    .handled(false)
                    .process(note("clause"));
            r.from("direct:a").to("direct:b");
            r.from("direct:b").errorHandler(noErrorHandler()).removeHeaders("*").process(failing(9));
        });
        assertThat(seen).endsWith("clause true 2 null");
    }

    @Test
    void inARouteWithRedeliveriesTheyAreThereEvenIfThisFailureHadNone() throws Exception {
        run(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0));
            r.onException(IllegalStateException.class).process(note("clause"));
            r.from("direct:a").process(failing(9));
        });
        assertThat(seen).endsWith("clause false 0 null");
    }

    @Test
    void withoutRedeliveryTheyAreNotThere() throws Exception {
        run(r -> {
            r.onException(IllegalStateException.class).process(note("clause"));
            r.from("direct:a").process(failing(9));
        });
        assertThat(seen).endsWith("clause null null null");
    }

    @Test
    void aDeadLetterIsSentOneWay() throws Exception {
        Outcome dead = run(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("direct:a").process(failing(9));
            r.from("direct:dead").process(exchange -> seen.add(String.valueOf(exchange.getPattern())));
        });
        assertThat(seen).as("no sender waits for its reply").endsWith("InOnly");
        assertThat(dead.failure()).isNull();
    }

    @Test
    void aFailureThatIsDealtWithLeavesNone() throws Exception {
        Outcome handled = run(r -> {
            r.onException(IllegalStateException.class)
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0)
                    .handled(true)
                    .process(note("clause"));
            r.from("direct:a").process(failing(9));
        });
        assertThat(handled.headers()).isEmpty();
        assertThat(seen).hasSize(4).endsWith("clause null null null");
    }

    @Test
    void aMessageThatGoesOnLeavesNone() throws Exception {
        Outcome continued = run(r -> {
            r.onException(IllegalStateException.class)
                    .maximumRedeliveries(1)
                    .redeliveryDelay(0)
                    .continued(true);
            r.from("direct:a").process(failing(9)).process(note("next"));
        });
        assertThat(continued.headers()).isEmpty();
        assertThat(seen).endsWith("next null null null");
    }

    @Test
    void aDeadLetterHasNone() throws Exception {
        Outcome dead = run(r -> {
            r.errorHandler(
                    deadLetterChannel("direct:dead").maximumRedeliveries(1).redeliveryDelay(0));
            r.from("direct:a").process(failing(9));
            r.from("direct:dead").process(note("dead"));
        });
        assertThat(dead.headers()).isEmpty();
        assertThat(seen).endsWith("dead null null null");
    }

    @Test
    void retryWhileSeesTheAttemptThatItDecidesOn() throws Exception {
        Outcome failed = run(r -> {
            r.onException(IllegalStateException.class)
                    .redeliveryDelay(0)
                    .retryWhile(exchange -> exchange.getHeader(Exchange.REDELIVERY_COUNTER, 0, int.class) < 3);
            r.from("direct:a").process(failing(9));
        });
        assertThat(seen).hasSize(3);
        assertThat(failed.headers()).containsEntry(Exchange.REDELIVERY_COUNTER, 2);
    }
}
