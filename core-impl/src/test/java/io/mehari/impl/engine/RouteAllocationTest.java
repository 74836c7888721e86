package io.mehari.impl.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Law R1: a synchronous route allocates nothing of its own; the budgets of direct and split. */
class RouteAllocationTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    private Endpoint start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
        return context.getEndpoint("direct:a");
    }

    private static final Routes SCENARIO = r -> {
        r.from("direct:a").split(RouteBuilder.body()).to("direct:b");
        r.from("direct:b")
                .choice()
                .when(exchange -> exchange.getMessage().getBody() == null)
                .to("direct:never")
                .otherwise()
                .to("direct:c");
        r.from("direct:c").process(exchange -> escaped = exchange);
        r.from("direct:never").stop();
    };

    private static final int PARTS = 100;

    /** Each exchange is stored here, so that the compiler cannot remove its allocation. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object escaped = "";

    private long perSend(Endpoint endpoint, Object body) {
        return AllocatedBytes.perCall(() -> {
            template.sendBody(endpoint, body);
            return null;
        });
    }

    private static List<String> parts() {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) {
            parts.add("part" + i);
        }
        return parts;
    }

    @Test
    void r1_directSendCostsTheExchange() throws Exception {
        Endpoint direct = start(r -> r.from("direct:a").process(exchange -> escaped = exchange));

        assertThat(perSend(direct, "body")).isEqualTo(80);
    }

    /** The steps of a typical route: a header is set, conditions, other steps, calls. */
    private static final Routes TEN_STEPS = r -> {
        r.from("direct:a")
                .setHeader("type", RouteBuilder.constant("express"))
                .filter(RouteBuilder.header("type").isEqualTo("express"))
                .process(exchange -> escaped = exchange)
                .end()
                .choice()
                .when(RouteBuilder.header("type").isEqualTo("slow"))
                .stop()
                .end()
                .transform(RouteBuilder.body())
                .process(exchange -> {})
                .process(exchange -> {})
                .process(exchange -> {})
                .to("direct:b")
                .to("direct:c");
        r.from("direct:b").process(exchange -> {});
        r.from("direct:c").process(exchange -> {});
    };

    @Test
    void r1_tenStepsCostTheExchangeAndTheFirstHeader() throws Exception {
        assertThat(perSend(start(TEN_STEPS), "body")).isEqualTo(104);
    }

    @Test
    void r1_tenStepsCostTheFirstHeaderWithThePool() throws Exception {
        context.getRoutingContextExtension().setExchangePool(100, false);
        assertThat(perSend(start(TEN_STEPS), "body")).isEqualTo(24);
    }

    @Test
    void r4_redeliveryCostsNothingWhileNothingFails() throws Exception {
        Endpoint direct = start(r -> {
            r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead").maximumRedeliveries(3));
            r.onException(IllegalStateException.class).handled(true).stop();
            r.from("direct:a").process(exchange -> escaped = exchange).process(exchange -> {});
            r.from("direct:dead").stop();
        });
        assertThat(perSend(direct, "body")).isEqualTo(80);
    }

    /** Four exchanges, the group of the copies (88 bytes), and the id that copies are related by (64 on JDK 17). */
    @Test
    void r1_aMulticastCostsItsCopiesAndOneId() throws Exception {
        Endpoint direct = start(r -> r.from("direct:a")
                .multicast()
                .process(exchange -> escaped = exchange)
                .process(exchange -> escaped = exchange)
                .process(exchange -> escaped = exchange)
                .end());
        assertThat(perSend(direct, "body")).isBetween(320L, 320L + 168);
    }

    /** The three copies, the run of the step, and the id that the copies would share if one of them read it. */
    @Test
    void r1_aFanOutCostsItsExchanges() throws Exception {
        Endpoint direct = start(r -> {
            r.from("direct:a").multicast().to("direct:b", "direct:c", "direct:d");
            for (String each : List.of("direct:b", "direct:c", "direct:d")) {
                r.from(each).process(exchange -> escaped = exchange);
            }
        });

        assertThat(perSend(direct, "body")).isLessThanOrEqualTo(4 * 80 + 56 + 16);
    }

    @Test
    void r1_aPartCostsItsExchange() throws Exception {
        Endpoint direct = start(SCENARIO);
        List<String> parts = parts();

        long perSplit = perSend(direct, parts);

        assertThat(perSplit - 80 * PARTS)
                .as("for the whole, beside 80 bytes a part")
                .isBetween(0L, 400L);
    }

    /** Which has no iterator besides. */
    @Test
    void r1_theElementsOfAnArrayCostLessThanThoseOfAList() throws Exception {
        Endpoint direct = start(SCENARIO);
        List<String> parts = parts();

        assertThat(perSend(direct, parts.toArray())).isLessThan(perSend(direct, parts));
    }

    @Test
    void x1_aPooledPartCostsNothing() throws Exception {
        Exchanges pool = Pools.in(context, 100, false);
        Endpoint direct = start(SCENARIO);
        List<String> parts = parts();

        assertThat(perSend(direct, parts)).isLessThan(400);
        assertThat(pool.statistics().inUse()).isZero();
    }

    /** Created = released, also when the parts end early or the strategy throws. */
    @Test
    void x1_aSplitThatFailsHalfWayGivesEverythingBack() throws Exception {
        Exchanges pool = Pools.in(context, 100, false);
        Endpoint direct = start(r -> r.from("direct:a")
                .doTry()
                .split(RouteBuilder.body(), (old, next) -> {
                    if ("bad".equals(next.getBody())) {
                        throw new IllegalStateException("bad part");
                    }
                    return old == null ? next : old;
                })
                .process(exchange -> {})
                .end()
                .endDoTry()
                .doCatch(IllegalStateException.class)
                .process(exchange -> exchange.setBody("caught"))
                .end());
        Iterable<String> breaksOff = () -> new Iterator<>() {
            private boolean first = true;

            @Override
            public boolean hasNext() {
                return true;
            }

            @Override
            public String next() {
                if (!first) {
                    throw new IllegalStateException("no more");
                }
                first = false;
                return "good";
            }
        };

        template.sendBody(direct, List.of("good", "bad", "never"));
        template.sendBody(direct, breaksOff);

        assertThat(pool.statistics().inUse()).isZero();
        assertThat(pool.statistics().refused()).isZero();
        assertThat(pool.statistics().acquired()).isEqualTo(6);
    }
}
