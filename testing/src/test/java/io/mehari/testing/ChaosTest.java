package io.mehari.testing;

import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.testing.SimulatedTimeTest.bodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(SimulationExtension.class)
class ChaosTest {

    @Test
    void anEndpointFailsTheNthTime(RoutingContext context, ProducerTemplate template, Chaos chaos) throws Exception {
        context.addRoutes(r -> r.from("direct:in").to("mock:bank"));
        context.start();
        chaos.at("mock:bank").fails(2);
        template.sendBody("direct:in", "a");
        assertThatThrownBy(() -> template.sendBody("direct:in", "b"))
                .hasRootCauseInstanceOf(Chaos.InjectedFailure.class);
        template.sendBody("direct:in", "c");
        assertThat(bodies(context, "bank")).containsExactly("a", "c");
    }

    @Test
    void aRedeliveryOutlivesTwoFailures(
            RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time) throws Exception {
        context.addRoutes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(3).redeliveryDelay(60_000));
            r.from("direct:in")
                    .process(exchange -> exchange.setBody("charged"))
                    .id("charge")
                    .to("mock:bank");
        });
        context.start();
        chaos.at("charge").fails(1, 2, () -> new IOException("no connection"));
        template.sendBody("direct:in", "a");
        assertThat(bodies(context, "bank")).containsExactly("charged");
        assertThat(time.elapsed()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aStepIsLate(RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:in").to("mock:bank"));
        context.start();
        chaos.at("mock:bank").late(1, Duration.ofHours(2));
        template.sendBody("seda:in", "a");
        template.sendBody("seda:in", "b");
        time.runUntilIdle();
        assertThat(bodies(context, "bank")).containsExactly("b", "a");
        assertThat(time.elapsed()).isEqualTo(Duration.ofHours(2));
    }

    @Test
    void aStepRunsTwice(RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> {
            r.from("direct:in").to("seda:orders?size=10").delay(1_000).id("wait");
            r.from("seda:orders?size=10").to("mock:bank");
        });
        context.start();
        chaos.at("seda:orders").twice(2);
        chaos.at("wait").twice(1);
        template.sendBody("direct:in", "a");
        assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(2));
        template.sendBody("direct:in", "b");
        time.runUntilIdle();
        assertThat(bodies(context, "bank")).containsExactly("a", "b", "b");
    }

    @Test
    void aStepThatNeverEndsKeepsItsMessageInFlight(
            RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time) throws Exception {
        context.addRoutes(r -> r.from("seda:in").to("mock:bank"));
        context.start();
        chaos.at("mock:bank").never(1);
        template.sendBody("seda:in", "a");
        template.sendBody("seda:in", "b");
        time.runUntilIdle();
        assertThat(bodies(context, "bank")).containsExactly("b");
        assertThat(context.stats().inflight()).isOne();
    }

    @SimulationTest(seeds = 10)
    void aRouteThatIsSuspendedLosesNothing(
            RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time) throws Exception {
        context.addRoutes(r -> {
            r.from("seda:in").routeId("first").delay(10).to("seda:next");
            r.from("seda:next").routeId("second").to("mock:bank");
        });
        context.start();
        chaos.suspends(context, "second", 30, Duration.ofHours(1));
        for (int i = 0; i < 20; i++) {
            template.sendBody("seda:in", i);
        }
        time.runUntilIdle();
        assertThat(bodies(context, "bank")).hasSize(20).doesNotHaveDuplicates();
        assertThat(time.elapsed()).isGreaterThanOrEqualTo(Duration.ofHours(1));
    }

    @SimulationTest(seeds = 10)
    void aRouteThatIsStoppedAndStartedLosesNothing(
            RoutingContext context, ProducerTemplate template, Chaos chaos, SimulatedTime time) throws Exception {
        context.addRoutes(r -> {
            r.from("seda:in").routeId("first").delay(10).to("seda:next");
            r.from("seda:next").routeId("second").delay(5).to("mock:bank");
        });
        context.start();
        chaos.stops(context, "second", 30, Duration.ofMinutes(1));
        for (int i = 0; i < 20; i++) {
            template.sendBody("seda:in", i);
        }
        time.runUntilIdle();
        assertThat(bodies(context, "bank")).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void aFaultThatNoMessageCameToIsAMistake() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("direct:in").to("mock:bank"));
            context.start();
            simulation.chaos().at("mock:bnak").fails(1);
            context.createProducerTemplate().sendBody("direct:in", "a");
            assertThat(simulation.complaint()).contains("mock:bnak").contains("came to: mock:bank");
        }
    }

    @Test
    void aFaultForAMessageThatNeverCameIsAMistake() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("direct:in").to("mock:bank"));
            context.start();
            simulation.chaos().at("mock:bank").fails(3).twice(2);
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody("direct:in", "a");
            template.sendBody("direct:in", "b");
            assertThat(simulation.complaint()).contains("fails, the 3. time").contains("only 2 times");
            assertThatThrownBy(() -> template.sendBody("direct:in", "c")).hasMessageContaining("Chaos");
            assertThat(simulation.complaint()).isNull();
        }
    }

    @Test
    void aMomentThatNeverComesIsAMistake() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("direct:in").routeId("bank").to("mock:bank"));
            context.start();
            simulation.chaos().suspends(context, "bank", 1, Duration.ofSeconds(1));
            simulation.chaos().stops(context, "bank", 1, Duration.ofSeconds(1));
            assertThat(simulation.complaint())
                    .contains("suspend-bank did not happen")
                    .contains("stop-bank did not happen");
        }
    }

    @Test
    void aMomentForARouteThatIsNotThereIsAMistake() throws Exception {
        try (Simulation simulation = new Simulation(1)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> r.from("direct:in").routeId("bank").to("mock:bank"));
            context.start();
            simulation.chaos().suspends(context, "bnak", 1, Duration.ofSeconds(1));
            context.createProducerTemplate().sendBody("direct:in", "a");
            simulation.time().runUntilIdle();
            assertThat(simulation.complaint()).contains("suspend-bnak failed").contains("'bnak'");
        }
    }
}
