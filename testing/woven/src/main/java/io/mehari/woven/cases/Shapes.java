package io.mehari.woven.cases;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.MemoryIdempotentRepository;
import io.mehari.woven.cases.Shape.Routes;
import io.mehari.woven.cases.Shape.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** All shapes. Each route begins with {@code begin} and ends with {@code arrive}. */
@SuppressWarnings("UnnecessaryLambda") // what is expected, by name
final class Shapes {
    private static final Function<String, List<String>> AT_END = message -> List.of("end " + message);
    private static final AggregationStrategy JOIN = Shapes::join;
    private static final Expression PARTS =
            exchange -> List.of(exchange.getBody() + "/0", exchange.getBody() + "/1", exchange.getBody() + "/2");
    private static final Function<String, List<String>> PARTS_AND_WHOLE = message -> List.of(
            "part " + message + "/0", "part " + message + "/1", "part " + message + "/2", "end " + message + "/0");

    private static final List<Shape> ALL = new ArrayList<>();

    private Shapes() {}

    static List<Shape> all() {
        return ALL;
    }

    private static Exchange join(@Nullable Exchange old, Exchange next) {
        if (old == null) {
            return next;
        }
        if (next.getException() != null) { // else nobody would hear of the failure of a part
            old.setException(next.getException());
        }
        old.setBody(old.getBody() + "," + next.getBody());
        return old;
    }

    /** The last part, with the failure of any. */
    private static Exchange last(@Nullable Exchange old, Exchange next) {
        if (old != null && old.getException() != null) {
            next.setException(old.getException());
        }
        return next;
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("on purpose");
    }

    private static void add(
            String name, String entry, Way way, Function<String, List<String>> expected, Routes routes) {
        ALL.add(new Shape(name, routes, List.of(entry), way, expected));
    }

    private static void send(String name, String entry, Routes routes) {
        add(name, entry, Way.SEND, AT_END, routes);
    }

    static {
        add(
                "timer",
                "timer:t?period=1&delay=0",
                Way.TICKS,
                AT_END,
                (r, l) -> r.from("timer:t?period=1&delay=0")
                        .routeId("in")
                        .process(l::begin)
                        .process(exchange -> l.ticks.incrementAndGet()));
        add(
                "timer-async",
                "timer:t?period=1&delay=0",
                Way.TICKS,
                AT_END,
                (r, l) -> r.from("timer:t?period=1&delay=0")
                        .routeId("in")
                        .process(l::begin)
                        .delay(1)
                        .process(exchange -> l.ticks.incrementAndGet()));
        send("direct", "direct:in", (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .choice()
                    .when(body().isEqualTo("x"))
                    .to("direct:other")
                    .otherwise()
                    .to("direct:next")
                    .end()
                    .process(exchange -> {});
            r.from("direct:next").setHeader("h", constant(1)).process(exchange -> l.arrive("end", exchange));
            r.from("direct:other").process(exchange -> {});
        });
        send("absent", "direct:begin", (r, l) -> {
            r.from("direct:begin").process(l::begin).delay(1).to("direct:in");
            r.from("direct:in").routeId("in").process(exchange -> l.arrive("end", exchange));
        });
        queues("seda");
        queues("disruptor");
        ownQueues();
        fans();
        time();
        failures();
    }

    private static void queues(String kind) {
        send(
                kind,
                kind + ":in",
                (r, l) -> r.from(kind + ":in")
                        .routeId("in")
                        .process(l::begin)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                kind + "-two",
                kind + ":in?concurrentConsumers=2",
                (r, l) -> r.from(kind + ":in?concurrentConsumers=2")
                        .routeId("in")
                        .process(l::begin)
                        .delay(1)
                        .process(exchange -> l.arrive("end", exchange)));
        send(kind + "-handover", "direct:in", (r, l) -> {
            r.from("direct:in").routeId("in").process(l::begin).to(kind + ":next");
            r.from(kind + ":next").process(l::begin).to("direct:last");
            r.from("direct:last").process(exchange -> l.arrive("end", exchange));
        });
        add(
                kind + "-request",
                kind + ":in",
                Way.REQUEST,
                AT_END,
                (r, l) -> r.from(kind + ":in")
                        .routeId("in")
                        .process(l::begin)
                        .process(exchange -> l.arrive("end", exchange)));
        add(
                kind + "-request-later",
                kind + ":in",
                Way.REQUEST_LATER,
                AT_END,
                (r, l) -> r.from(kind + ":in")
                        .routeId("in")
                        .process(l::begin)
                        .process(exchange -> l.arrive("end", exchange)));
        add(kind + "-ask", "direct:in", Way.REQUEST, AT_END, (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .to(kind + ":next?waitForTaskToComplete=Always")
                    .process(exchange -> l.arrive("end", exchange));
            r.from(kind + ":next").process(l::begin).delay(1).process(exchange -> {});
        });
        send(
                kind + "-full",
                kind + ":in?size=1&blockWhenFull=true",
                (r, l) -> r.from(kind + ":in?size=1&blockWhenFull=true")
                        .routeId("in")
                        .process(l::begin)
                        .delay(1)
                        .process(exchange -> l.arrive("end", exchange)));
        send(kind + "-full-route", "direct:in", (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .threads(2)
                    .to(kind + ":next?size=1&blockWhenFull=true")
                    .process(exchange -> {});
            r.from(kind + ":next?size=1&blockWhenFull=true")
                    .process(l::begin)
                    .delay(1)
                    .process(exchange -> l.arrive("end", exchange));
        });
        add(
                kind + "-topic",
                kind + ":in?multipleConsumers=true",
                Way.SEND,
                message -> List.of("one " + message, "two " + message),
                (r, l) -> {
                    r.from(kind + ":in?multipleConsumers=true")
                            .routeId("in")
                            .process(l::begin)
                            .process(exchange -> l.arrive("one", exchange));
                    r.from(kind + ":in?multipleConsumers=true")
                            .process(l::begin)
                            .process(exchange -> l.arrive("two", exchange));
                });
    }

    private static void ownQueues() {
        send("own-queue-full", "direct:in", (r, l) -> {
            r.getContext().getRegistry().bind("own", new ArrayBlockingQueue<>(1));
            r.from("direct:in").routeId("in").process(l::begin).delay(1).to("seda:next?blockWhenFull=true");
            r.from("seda:next?queue=#own").process(l::begin).delay(1).process(exchange -> l.arrive("end", exchange));
        });
        send(
                "poll",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .to("seda:more")
                        .pollEnrich("seda:more", 300, (old, more) -> Objects.requireNonNull(old))
                        .process(exchange -> l.arrive("end", exchange)));
    }

    private static void fans() {
        add("split", "direct:in", Way.REQUEST, PARTS_AND_WHOLE, (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .split(PARTS, JOIN)
                    .to("direct:part")
                    .end()
                    .process(exchange -> l.arrive("end", exchange));
            r.from("direct:part").process(exchange -> l.arrive("part", exchange));
        });
        add(
                "split-async",
                "direct:in",
                Way.REQUEST,
                PARTS_AND_WHOLE,
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .split(PARTS, JOIN)
                        .delay(1)
                        .process(exchange -> l.arrive("part", exchange))
                        .end()
                        .end()
                        .process(exchange -> l.arrive("end", exchange)));
        add("split-parallel", "direct:in", Way.REQUEST, PARTS_AND_WHOLE, (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .split(PARTS, JOIN)
                    .parallelProcessing()
                    .to("direct:part")
                    .end()
                    .process(exchange -> l.arrive("end", exchange));
            r.from("direct:part").process(exchange -> l.arrive("part", exchange));
        });
        add(
                "split-parallel-async",
                "direct:in",
                Way.REQUEST,
                PARTS_AND_WHOLE,
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .split(PARTS, JOIN)
                        .parallelProcessing()
                        .streaming()
                        .delay(1)
                        .process(exchange -> l.arrive("part", exchange))
                        .end()
                        .end()
                        .process(exchange -> l.arrive("end", exchange)));
        add(
                "multicast",
                "direct:in",
                Way.REQUEST,
                message -> List.of("one " + message, "two " + message, "end " + message),
                (r, l) -> {
                    r.from("direct:in")
                            .routeId("in")
                            .process(l::begin)
                            .multicast(Shapes::last)
                            .to("direct:one", "direct:two")
                            .end()
                            .process(exchange -> l.arrive("end", exchange));
                    r.from("direct:one").process(exchange -> l.arrive("one", exchange));
                    r.from("direct:two").process(exchange -> l.arrive("two", exchange));
                });
        add(
                "multicast-parallel",
                "direct:in",
                Way.SEND,
                message -> List.of("one " + message, "two " + message, "end " + message),
                (r, l) -> {
                    r.from("direct:in")
                            .routeId("in")
                            .process(l::begin)
                            .multicast()
                            .parallelProcessing()
                            .to("direct:one", "seda:two")
                            .end()
                            .process(exchange -> l.arrive("end", exchange));
                    r.from("direct:one").delay(1).process(exchange -> l.arrive("one", exchange));
                    r.from("seda:two").process(l::begin).process(exchange -> l.arrive("two", exchange));
                });
        add(
                "recipients",
                "direct:in",
                Way.REQUEST,
                message -> List.of("one " + message, "two " + message, "end " + message),
                (r, l) -> {
                    r.from("direct:in")
                            .routeId("in")
                            .process(l::begin)
                            .recipientList(constant("direct:one,direct:two"))
                            .process(exchange -> l.arrive("end", exchange));
                    r.from("direct:one").process(exchange -> l.arrive("one", exchange));
                    r.from("direct:two").delay(1).process(exchange -> l.arrive("two", exchange));
                });
        add("wiretap", "direct:in", Way.SEND, message -> List.of("tapped " + message, "end " + message), (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .wireTap("direct:tapped")
                    .process(exchange -> l.arrive("end", exchange));
            r.from("direct:tapped").process(l::begin).process(exchange -> l.arrive("tapped", exchange));
        });
        add("enrich", "direct:in", Way.REQUEST, AT_END, (r, l) -> {
            r.from("direct:in")
                    .routeId("in")
                    .process(l::begin)
                    .enrich("direct:more", (old, more) -> Objects.requireNonNull(old))
                    .process(exchange -> l.arrive("end", exchange));
            r.from("direct:more").delay(1).setBody(constant("more"));
        });
    }

    private static void time() {
        send(
                "aggregate",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .aggregate(constant("key"), AggregationStrategies.string(",")) // it only reads
                        .completionSize(3)
                        .completionTimeout(3)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "aggregate-async",
                "seda:in",
                (r, l) -> r.from("seda:in")
                        .routeId("in")
                        .process(l::begin)
                        .aggregate(constant("key"), JOIN)
                        .completionSize(2)
                        .completionTimeout(3)
                        .delay(1)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "delay",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .delay(1)
                        .process(exchange -> l.arrive("end", exchange)));
        send( // longer than a stop of the route waits
                "delay-long",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .delay(300)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "throttle",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .throttle(2)
                        .timePeriodMillis(2)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "threads",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .threads(2)
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "loop",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .loop(2)
                        .delay(1)
                        .process(exchange -> {})
                        .end()
                        .end()
                        .process(exchange -> l.arrive("end", exchange)));
        send(
                "idempotent",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .idempotentConsumer(body(), MemoryIdempotentRepository.memoryIdempotentRepository())
                        .process(exchange -> l.arrive("end", exchange)));
    }

    private static void failures() {
        send("redelivery", "seda:in", (r, l) -> {
            r.errorHandler(
                    deadLetterChannel("direct:dead").maximumRedeliveries(1).redeliveryDelay(1));
            r.from("seda:in").routeId("in").process(l::begin).process(Shapes::fail);
            r.from("direct:dead").process(exchange -> l.arrive("end", exchange));
        });
        send("on-exception", "direct:in", (r, l) -> {
            r.onException(IllegalStateException.class)
                    .maximumRedeliveries(1)
                    .redeliveryDelay(0)
                    .handled(true)
                    .to("direct:dead");
            r.from("direct:in").routeId("in").process(l::begin).process(Shapes::fail);
            r.from("direct:dead").process(exchange -> l.arrive("end", exchange));
        });
        send(
                "try",
                "direct:in",
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .process(l::begin)
                        .doTry()
                        .process(Shapes::fail)
                        .doCatch(IllegalStateException.class)
                        .delay(1)
                        .process(exchange -> {})
                        .end()
                        .doFinally()
                        .process(exchange -> l.arrive("end", exchange))
                        .end());
        add(
                "completion",
                "direct:in",
                Way.SEND,
                message -> List.of("end " + message, "done " + message),
                (r, l) -> r.from("direct:in")
                        .routeId("in")
                        .onCompletion()
                        .process(exchange -> l.arrive("done", exchange))
                        .end()
                        .process(l::begin)
                        .process(exchange -> l.arrive("end", exchange)));
    }
}
