package io.mehari.docs;

import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.builder.RouteBuilder.defaultErrorHandler;
import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.AggregationStrategies;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.testing.Chaos;
import io.mehari.testing.SimulatedTime;
import io.mehari.testing.Simulation;
import io.mehari.testing.SimulationExtension;
import io.mehari.testing.SimulationTest;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page on tests in simulated time. */
@ExtendWith(SimulationExtension.class)
class SimulatedRoutesTest {
    private static final long DAY = Duration.ofDays(1).toMillis();

    // region day
    @Test
    void aReminderComesAfterADay(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("seda:orders").delay(DAY).to("mock:reminder"));
        context.start();
        MockEndpoint reminder = MockEndpoint.resolve(context, "mock:reminder");

        template.sendBody("seda:orders", "a saddle");
        time.advance(Duration.ofHours(23));
        assertThat(reminder.getReceivedCounter()).isZero();

        time.advance(Duration.ofHours(1));
        assertThat(reminder.getReceivedCounter()).isOne();
    }
    // endregion

    // region retry
    @Test
    void aPaymentIsTriedForHours(RoutingContext context, ProducerTemplate template, SimulatedTime time, Chaos chaos)
            throws Exception {
        context.addRoutes(r -> {
            r.errorHandler(deadLetterChannel("mock:dead")
                    .maximumRedeliveries(5)
                    .redeliveryDelay(60_000)
                    .backOffMultiplier(4)
                    .maximumRedeliveryDelay(DAY));
            r.from("direct:payments").to("mock:bank");
        });
        context.start();
        chaos.at("mock:bank").fails(1, 4, () -> new IOException("no connection"));

        template.sendBody("direct:payments", "12 dinars"); // returns when the payment is done
        assertThat(time.elapsed()).isEqualTo(Duration.ofMinutes(1 + 4 + 16 + 64));
        assertThat(MockEndpoint.resolve(context, "mock:bank").getReceivedCounter())
                .isOne();
    }
    // endregion

    // region group
    @Test
    void anOrderIsClosedAfterAnHourWithoutAnItem(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> r.from("direct:items")
                .aggregate(header("order"), AggregationStrategies.groupedBody())
                .completionTimeout(3_600_000)
                .to("mock:orders"));
        context.start();
        MockEndpoint orders = MockEndpoint.resolve(context, "mock:orders");

        template.sendBodyAndHeader("direct:items", "dates", "order", 1);
        time.advance(Duration.ofMinutes(59));
        template.sendBodyAndHeader("direct:items", "a saddle", "order", 1); // the hour begins again
        time.advance(Duration.ofMinutes(59));
        assertThat(orders.getReceivedCounter()).isZero();

        time.runUntilIdle();
        assertThat(orders.getReceivedExchanges().get(0).getBody()).isEqualTo(List.of("dates", "a saddle"));
    }
    // endregion

    // region order
    @SimulationTest(seeds = 100)
    void aCancellationDoesNotOvertakeItsOrder(RoutingContext context, ProducerTemplate template, SimulatedTime time)
            throws Exception {
        context.addRoutes(r -> {
            r.from("seda:intake").to("seda:desk");
            r.from("seda:desk").to("mock:desk"); // with ?concurrentConsumers=2 the test fails
        });
        context.start();
        MockEndpoint desk = MockEndpoint.resolve(context, "mock:desk");
        desk.expectedBodiesReceived("order", "cancellation");

        template.sendBody("seda:intake", "order");
        template.sendBody("seda:intake", "cancellation");
        time.runUntilIdle();
        desk.assertIsSatisfied();
    }
    // endregion

    // region chaos
    @SimulationTest(seeds = 20)
    void nothingIsLostWhateverHappens(
            RoutingContext context, ProducerTemplate template, SimulatedTime time, Chaos chaos) throws Exception {
        context.addRoutes(r -> {
            r.errorHandler(defaultErrorHandler().maximumRedeliveries(3));
            r.from("seda:orders?concurrentConsumers=3")
                    .process(SimulatedRoutesTest::price)
                    .id("price")
                    .to("seda:desk");
            r.from("seda:desk").routeId("desk").to("mock:desk");
        });
        context.start();
        chaos.at("price").fails(2).late(5, Duration.ofHours(3));
        chaos.suspends(context, "desk", 20, Duration.ofMinutes(10));

        for (int i = 0; i < 10; i++) {
            template.sendBody("seda:orders", i);
        }
        time.runUntilIdle();
        assertThat(MockEndpoint.resolve(context, "mock:desk").getReceivedCounter())
                .isEqualTo(10);
    }
    // endregion

    private static void price(io.mehari.Exchange exchange) {
        exchange.setHeader("price", 12);
    }

    /** The page shows the report of the first seed with which the cancellation overtakes its order. */
    @Test
    void thePageShowsARealReport() throws Exception {
        String page = Files.readString(Samples.root().resolve("docs/guide/simulation.md"));
        long seed = 0;
        String report = null;
        while (report == null) {
            report = overtaken(++seed);
        }
        assertThat(page).contains(report);
    }

    private static String overtaken(long seed) throws Exception {
        try (Simulation simulation = new Simulation(seed)) {
            RoutingContext context = simulation.context();
            context.addRoutes(r -> {
                r.from("seda:intake").routeId("intake").to("seda:desk");
                r.from("seda:desk?concurrentConsumers=2").routeId("desk").to("mock:desk");
            });
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            template.sendBody("seda:intake", "order");
            template.sendBody("seda:intake", "cancellation");
            simulation.time().runUntilIdle();
            Object first = MockEndpoint.resolve(context, "mock:desk")
                    .getReceivedExchanges()
                    .get(0)
                    .getBody();
            return first.equals("order") ? null : simulation.report();
        }
    }
}
