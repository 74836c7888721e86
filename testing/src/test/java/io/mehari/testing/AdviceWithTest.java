package io.mehari.testing;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.deadLetterChannel;
import static io.mehari.testing.AdviceWith.adviceWith;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ProducerTemplate;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A route that a test changes before it starts. */
class AdviceWithTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @BeforeEach
    void aRouteOfTheProgram() {
        context.getGlobalOptions().put("desk", "direct:desk");
        context.addRoutes(r -> {
            r.errorHandler(deadLetterChannel("direct:dead"));
            r.from("timer:never?delay=100000")
                    .routeId("orders")
                    .autoStartup(true)
                    .setBody(it -> it.getBody() + "a")
                    .id("price")
                    .choice()
                    .when(body().isNotNull())
                    .multicast()
                    .to("{{desk}}")
                    .id("desk")
                    .to("direct:ledger")
                    .end()
                    .endChoice()
                    .end()
                    .wireTap("direct:audit")
                    .setBody(it -> it.getBody() + "b")
                    .id("pack");
            r.from("direct:desk").process(it -> {});
            r.from("direct:ledger").process(it -> {});
            r.from("direct:audit").to("mock:audited");
            r.from("direct:dead").to("mock:dead");
        });
    }

    @AfterEach
    void close() {
        context.stop();
    }

    private Object send(Consumer<AdviceWith> advice) {
        adviceWith(context, "orders", advice);
        context.start();
        return template.requestBody("direct:test", "x");
    }

    private MockEndpoint mock(String name) {
        return MockEndpoint.resolve(context, "mock:" + name);
    }

    @Test
    void theInputIsReplaced() {
        assertThat(send(a -> a.replaceFromWith("direct:test"))).isEqualTo("xab");
        assertThat(context.getRoute("orders")).isNotNull();
    }

    @Test
    void stepsComeBeforeAndAfterAndInsteadOfOthers() {
        assertThat(send(a -> {
                    a.replaceFromWith("direct:test");
                    a.weaveAddFirst().setBody(it -> it.getBody() + "0");
                    a.weaveById("price").before().setBody(it -> it.getBody() + "1");
                    a.weaveById("price").after().setBody(it -> it.getBody() + "2");
                    a.weaveById("pack")
                            .replace()
                            .setBody(it -> it.getBody() + "3")
                            .to("mock:packed");
                    a.weaveAddLast().setBody(it -> it.getBody() + "4");
                }))
                .isEqualTo("x01a234");
        assertThat(mock("packed").getReceivedCounter()).isEqualTo(1);
    }

    @Test
    void aStepIsRemovedAlsoWithinBlocks() {
        assertThat(send(a -> {
                    a.replaceFromWith("direct:test").mockEndpoints("direct:*");
                    a.weaveById("pack").remove();
                    a.weaveById("desk").replace().setBody(it -> "branch").to("mock:branch");
                }))
                .isEqualTo("xa");
        assertThat(mock("branch").getReceivedExchanges().get(0).getBody()).isEqualTo("branch");
        assertThat(mock("direct:ledger").getReceivedExchanges().get(0).getBody())
                .isEqualTo("xa");
    }

    @Test
    void endpointsAreMockedByPattern() throws Exception {
        mock("direct:audit").expectedMessageCount(1);
        mock("audited").expectedMessageCount(0);
        send(a -> a.replaceFromWith("direct:test").mockEndpoints("direct:de.*").mockEndpointsAndSkip("direct:audit"));
        MockEndpoint.assertIsSatisfied(context);
        assertThat(mock("direct:desk").getReceivedCounter()).isEqualTo(1);
        assertThat(mock("direct:ledger").getReceivedCounter()).isZero();
    }

    @Test
    void aDeadLetterEndpointIsMockedToo() throws Exception {
        mock("direct:dead").expectedMessageCount(1);
        send(a -> {
            a.replaceFromWith("direct:test").mockEndpointsAndSkip("direct:dead");
            a.weaveById("price").replace().throwException(new IllegalStateException("on purpose"));
        });
        mock("direct:dead").assertIsSatisfied();
    }

    @Test
    void s5_whatMatchesNothingIsRefused() {
        assertThatThrownBy(() -> adviceWith(context, "order", a -> {}))
                .hasMessage(
                        "adviceWith: there is no route \"order\"; there are [orders, route1, route2, route3, route4]");
        assertThatThrownBy(() ->
                        adviceWith(context, "orders", a -> a.weaveById("prise").remove()))
                .hasMessage(
                        "adviceWith: route \"orders\" has no step with the id \"prise\"; it has [desk, pack, price]");
        assertThatThrownBy(() -> adviceWith(context, "orders", a -> a.mockEndpoints("kafka:*")))
                .hasMessageContaining("no endpoint that matches \"kafka:*\"; it sends to [direct:audit, direct:dead,"
                        + " direct:desk, direct:ledger]");
        assertThatThrownBy(() -> adviceWith(context, "orders", a -> a.replaceFromWith("nothing:x")))
                .hasMessageContaining("nothing");
        assertThat(context.getRoutes()).hasSize(5);
        context.start();
        assertThatThrownBy(() -> adviceWith(context, "orders", a -> {})).hasMessageContaining("is started");
        assertThat(List.of(context.getRoute("orders").getEndpoint().getEndpointUri()))
                .containsExactly("timer:never?delay=100000");
    }
}
