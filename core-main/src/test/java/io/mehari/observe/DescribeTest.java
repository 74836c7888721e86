package io.mehari.observe;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.noErrorHandler;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Description;
import io.mehari.Exchange;
import io.mehari.builder.OnExceptionDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a context says about itself, and what it would do with a failure. */
class DescribeTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("shop");

    @AfterEach
    void stop() {
        context.stop();
    }

    private void shop() {
        context.getGlobalOptions().put("packing", "direct:packing");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(deadLetterChannel("log:dead?token=hidden").maximumRedeliveries(1));
                onException(IOException.class)
                        .maximumRedeliveries(3)
                        .redeliveryDelay(100)
                        .backOffMultiplier(2)
                        .handled(true)
                        .to("log:late");
                from("direct:orders")
                        .routeId("orders")
                        .setHeader("secret", constant("hidden"))
                        .choice()
                        .when(header("kind").isEqualTo("gift"))
                        .to("direct:wrapping")
                        .id("wrap")
                        .when(exchange -> false)
                        .to("log:never")
                        .otherwise()
                        .split(body())
                        .to("{{packing}}")
                        .end()
                        .end()
                        .doTry()
                        .to("log:a\"b<c>?password=hidden")
                        .doCatch(IllegalStateException.class)
                        .to("log:caught")
                        .end()
                        .onCompletion()
                        .to("log:done");
                from("direct:wrapping").routeId("wrapping").process(exchange -> {});
                from("direct:packing")
                        .routeId("packing")
                        .autoStartup(false)
                        .aggregate(header("id"))
                        .completionSize(3)
                        .aggregationStrategy((before, next) -> next)
                        .toD("log:${header.id}");
            }
        });
    }

    @Test
    void s6_theTextNamesEveryStepAsMessagesDo() {
        shop();
        String counts = ": status Stopped, inflight 0, pending 0, completed 0, failed 0";
        assertThat(context.describe().toString().lines())
                .containsSubsequence(
                        "context shop" + counts,
                        "  route orders from direct:orders" + counts,
                        "    1 (setHeader): of secret",
                        "    2 (choice)",
                        "      when 1: if header(kind) == gift",
                        "        1 \"wrap\" (to direct:wrapping)",
                        "      when 2: if a condition in code",
                        "        1 (to log:never)",
                        "      otherwise",
                        "        1 (split): of body",
                        "          1 (to {{packing}}) -> direct:packing",
                        "    3 (doTry)",
                        "      1 (to log:a\"b<c>?password=xxxxxx)",
                        "      doCatch 1: types IllegalStateException.class",
                        "        1 (to log:caught)",
                        "    onException(IOException.class)",
                        "      redeliveries: 3",
                        "      delays: 100 ms, 200 ms, 400 ms",
                        "      then: the failure is handled, and the route ends",
                        "      caller: sees no failure, and gets the message as the steps of this clause leave it",
                        "      reply: a request from outside is answered as failed (HTTP: 500), unless these steps"
                                + " set a body or a status",
                        "      1 (to log:late)",
                        "    deadLetterChannel -> log:dead?token=xxxxxx",
                        "      redeliveries: 1",
                        "    onCompletion",
                        "      1 (to log:done)",
                        "  route wrapping from direct:wrapping" + counts,
                        "    1 (aggregate): key header(id), completionSize 3",
                        "      1 (toD log:${header.id})");
    }

    @Test
    void s6_countsAndTimesAreThoseOfNow() {
        context.getRoutingContextExtension().setRouteTimes(true);
        context.addRoutes(r -> r.from("direct:a").routeId("a").process(exchange -> {}));
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "dates");
        assertThat(context.getRoute("a").describe().facts())
                .containsEntry("status", "Started")
                .containsEntry("completed", 1L)
                .containsEntry("timed", 1L)
                .containsKeys("meanMicros", "maxMicros");
        assertThat(context.describe().facts()).containsEntry("completed", 1L).doesNotContainKey("handled");

        context.addRoutes(r -> {
            r.onException(Exception.class)
                    .maximumRedeliveries(1)
                    .redeliveryDelay(1)
                    .handled(true);
            r.from("direct:b").routeId("b").throwException(new IOException());
        });
        context.createProducerTemplate().sendBody("direct:b", "dates");
        assertThat(context.getRoute("b").describe().facts())
                .containsEntry("redelivered", 1L)
                .containsEntry("handled", 1L);
    }

    @Test
    void s6_noSecretIsShown() {
        shop();
        assertThat(context.describe().toString()).doesNotContain("hidden");
        assertThat(context.getRoute("orders").explain(new Error()).toString()).doesNotContain("hidden");
    }

    // ---- explain

    @Test
    void s6_explainAsksConditionsInOrder() {
        context.addRoutes(r -> {
            r.onException(Exception.class).handled(header("late").isNull());
            r.onException(IOException.class).onWhen(header("vip").isNotNull()).continued(true);
            r.from("direct:a").routeId("a").process(exchange -> {});
        });
        assertThat(context.getRoute("a").explain(new RuntimeException()).toString())
                .isEqualTo("""
                        java.lang.RuntimeException in route a
                          onException(Exception.class)
                            because: RuntimeException is 1 below the type
                            redeliveries: 0
                            then: the failure is handled, and the route ends, if header(late) is null
                            caller: sees no failure, and gets the message as the steps of this clause leave it
                            reply: a request from outside is answered as failed (HTTP: 500), unless these steps \
                        set a body or a status""");
        assertThat(context.getRoute("a")
                        .explain(new UncheckedIOException(new IOException()))
                        .toString())
                .containsSubsequence(
                        "  onException(IOException.class)\n",
                        "    because: its cause IOException is the type itself\n",
                        "    if: header(vip) is not null\n",
                        "    then: the route continues after the failed step\n",
                        "  onException(Exception.class)\n",
                        "    because: its cause IOException is 1 below the type\n");
    }

    static Stream<Consumer<RouteBuilder>> policies() {
        return Stream.of(
                r -> {},
                r -> r.errorHandler(noErrorHandler()),
                r -> r.errorHandler(defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(1)),
                r -> r.errorHandler(
                        deadLetterChannel("direct:dead").maximumRedeliveries(1).redeliveryDelay(1)),
                r -> clause(r, Exception.class).handled(true),
                r -> clause(r, Exception.class).maximumRedeliveries(3).redeliveryDelay(1),
                r -> clause(r, Exception.class).continued(true),
                r -> {
                    clause(r, Exception.class).handled(true);
                    clause(r, IOException.class)
                            .continued(true)
                            .maximumRedeliveries(1)
                            .redeliveryDelay(1);
                    clause(r, IllegalStateException.class).handled(true);
                },
                r -> {
                    r.errorHandler(deadLetterChannel("direct:dead")
                            .maximumRedeliveries(2)
                            .redeliveryDelay(1));
                    r.onException(IOException.class).handled(true);
                    clause(r, RuntimeException.class);
                },
                r -> {
                    clause(r, RuntimeException.class).handled(true);
                    clause(r, IOException.class).handled(true);
                });
    }

    private static OnExceptionDefinition clause(RouteBuilder routes, Class<? extends Exception> type) {
        return routes.onException(type)
                .setProperty("clause", constant("onException(" + type.getSimpleName() + ".class)"));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void s6_whatExplainSaysIsWhatHappens(Consumer<RouteBuilder> policy) {
        AtomicInteger attempts = new AtomicInteger();
        AtomicReference<Exception> next = new AtomicReference<>();
        context.addRoutes(r -> r.from("direct:dead").setProperty("clause", constant("deadLetterChannel")));
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                policy.accept(this);
                from("direct:a")
                        .routeId("a")
                        .process(exchange -> {
                            attempts.incrementAndGet();
                            throw next.get();
                        })
                        .setProperty("continued", constant(true));
            }
        });
        context.start();
        IOException late = new FileNotFoundException("late");
        for (Exception failure : List.of(
                late,
                new IOException(),
                new UncheckedIOException(late),
                new IllegalStateException(late),
                new IllegalStateException(),
                new Exception())) {
            Description said = context.getRoute("a").explain(failure).parts().get(0);
            next.set(failure);
            attempts.set(0);
            Exchange sent = context.createProducerTemplate().send("direct:a", exchange -> {});

            assertThat(said.facts().get("redeliveries")).as(said::toString).isEqualTo(attempts.get() - 1);
            String then = String.valueOf(said.facts().get("then"));
            assertThat(sent.getException() != null).as(said::toString).isEqualTo(then.startsWith("the route fails"));
            assertThat(sent.getProperty("continued") != null).isEqualTo(then.startsWith("the route continues"));
            assertThat(String.valueOf(said.facts().get("caller")).startsWith("gets the exception"))
                    .isEqualTo(sent.getException() != null);
            if (sent.getProperty("clause") != null) {
                assertThat(then.startsWith("the message goes to") ? "deadLetterChannel" : said.name())
                        .isEqualTo(sent.getProperty("clause"));
            }
        }
    }
}
