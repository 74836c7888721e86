package io.mehari.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** A context for each test, and what arrived below the failure of a test. */
class MehariExtensionTest {
    private static @Nullable RoutingContext last;

    /** Sees the failure after the other extension, and ends it. */
    @RegisterExtension
    @Order(1)
    final TestExecutionExceptionHandler reads = (test, failure) -> check(failure);

    @RegisterExtension
    @Order(2)
    final MehariExtension mehari = new MehariExtension();

    @BeforeEach
    void routes(RoutingContext context) {
        last = context;
        context.addRoutes(r -> r.from("direct:orders")
                .routeId("orders")
                .filter(it -> !"lost".equals(it.getBody()))
                .to("mock:desk")
                .end()
                .to("mock:ledger"));
        MockEndpoint.resolve(context, "mock:never");
        context.start();
    }

    @AfterAll
    static void theContextWasStopped() {
        assertThat(last.isStopped()).isTrue();
    }

    @Test
    void aFailureSaysWhatArrived(RoutingContext context, ProducerTemplate template) throws Exception {
        assertThat(context).isSameAs(last);
        MockEndpoint desk = MockEndpoint.resolve(context, "mock:desk");
        desk.expectedMessageCount(2);
        desk.setResultWaitTime(1);
        template.sendBodyAndHeader("direct:orders", "dates", "n", 1);
        template.sendBody("direct:orders", "lost");
        desk.assertIsSatisfied();
    }

    private static void check(Throwable failure) {
        assertThat(failure).hasMessageContaining("mock:desk: expected 2 messages, but received 1");
        assertThat(failure.getSuppressed()).hasSize(1);
        assertThat(failure.getSuppressed()[0]
                        .getMessage()
                        .lines()
                        .map(String::strip)
                        .toList())
                .containsExactly(
                        "What arrived:",
                        "mock:desk: NOT SATISFIED: expected 2 messages, but received 1",
                        "[0] dates (java.lang.String), headers: {n=1}",
                        "mock:ledger: nothing was expected, received 2",
                        "[0] dates (java.lang.String), headers: {n=1}",
                        "[1] lost (java.lang.String), headers: {}",
                        "mock:never: nothing was expected, received 0",
                        "route orders from direct:orders: Started, 2 completed, 0 failed, 0 in flight");
    }

    @Test
    void aTestThatPassesSaysNothing(ProducerTemplate template) {
        template.sendBody("direct:orders", "dates");
    }
}
