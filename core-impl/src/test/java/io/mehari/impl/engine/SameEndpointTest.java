package io.mehari.impl.engine;

import static io.mehari.impl.SinkComponent.sink;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.mehari.Exchange;
import io.mehari.FailedToCreateRouteException;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ways to write a URI that name one endpoint, as they do in Camel. */
class SameEndpointTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "direct:s, direct://s",
        "direct:s, direct:s?",
        "direct:s, direct://s?",
        "direct:/s, direct:///s",
        "direct:s?block=true&timeout=10, direct:s?timeout=10&block=true",
        "direct:s?block=true&timeout=10, direct://s?timeout=10&block=true&",
        "sink:end, sink://end",
        "sink:a/b, sink://a/b",
        "timer:t?period=5s, timer://t?period=5s",
        "log:l?level=INFO&showAll=true, log://l?showAll=true&level=INFO",
    })
    void theseAreOne(String one, String other) {
        assertThat(context.getEndpoint(other)).isSameAs(context.getEndpoint(one));
        assertThat(context.getEndpoint(one)).isSameAs(context.getEndpoint(other));
        assertThat(context.getEndpoints()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "direct:s, direct:/s",
        "direct:s, direct:S",
        "direct:s?timeout=10, direct:s?timeout=11",
        "sink:a/b, sink:a//b",
        "timer:t?period=5s, timer:t?period=5000",
    })
    void theseAreTwo(String one, String other) {
        assertThat(context.getEndpoint(other)).isNotSameAs(context.getEndpoint(one));
    }

    @ParameterizedTest
    @CsvSource({
        "direct://s, direct:s",
        "direct:s, direct://s?block=false",
        "direct:s?block=false, direct:s",
        "direct:s?timeout=5, direct:s?block=false&failIfNoConsumers=true",
    })
    void aCallArrivesHoweverItsRouteIsWritten(String from, String to) throws Exception {
        context.addRoutes(r -> {
            r.from("direct:a").to(to);
            r.from(from).to("sink://end");
        });
        context.start();

        template.sendBody("direct:a", 1);
        template.sendBody(to, 2);

        assertThat(sink(context, "sink:end").received()).hasSize(2);
    }

    @Test
    void aRefusedRouteDoesNotDisconnectTheOneThatRuns() throws Exception {
        context.addRoutes(r -> r.from("direct:s").to("sink:end"));
        context.start();
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:s").to("sink:other")));
        assertThat(failure("direct:s?block=false")).isNull();
    }

    @Test
    void anEndpointThatComesLaterCallsTheRouteThatRuns_andNoneThatHasStopped() throws Exception {
        context.addRoutes(r -> r.from("direct:s").routeId("s").to("sink:end"));
        context.start();
        assertThat(failure("direct:s?block=false")).isNull();
        context.getRouteController().stopRoute("s");
        assertThat(failure("direct:s?block=false")).hasMessageContaining("No running route starts from");
        assertThat(failure("direct:s?block=false&timeout=1")).hasMessageContaining("No running route starts from");
        context.getRouteController().startRoute("s");
        assertThat(failure("direct:s?block=false")).isNull();
    }

    @Test
    void twoRoutesOfOneNameAreRefusedWhateverTheirOptions() throws Exception {
        context.addRoutes(r -> r.from("direct:s").to("sink:end"));
        context.start();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() ->
                        context.addRoutes(r -> r.from("direct://s?block=false").to("sink:other"))))
                .hasStackTraceContaining("already, and only one route can");
    }

    @Test
    void aRouteGoesOnAfterTheContextWasStoppedAndStarted() throws Exception {
        context.addRoutes(r -> r.from("direct:s?timeout=3").to("sink:end"));
        context.start();
        context.stop();
        context.start();
        assertThat(failure("direct:s?block=false")).isNull();
    }

    private Throwable failure(String uri) {
        Exchange sent = template.send(uri, exchange -> exchange.setBody(1));
        return sent.getException();
    }
}
