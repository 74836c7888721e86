package io.mehari.component.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.impl.DefaultRoutingContext;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tracing.TraceSpans;

/** The recipe of the guide's page on observing, beside the SDK of OpenTelemetry. */
class TraceSpansTest {
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
        telemetry.close();
    }

    private SpanData span(String name, SpanData parent) { // null for any
        List<SpanData> found = exporter.getFinishedSpanItems().stream()
                .filter(each -> each.getName().equals(name)
                        && (parent == null || each.getParentSpanId().equals(parent.getSpanId())))
                .toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    private void trace() {
        TraceSpans spans = new TraceSpans(telemetry);
        context.getRoutingContextExtension().addEventNotifier(spans);
        context.getRoutingContextExtension().addMessageScope(spans);
    }

    @Test
    void s6_oneTraceGoesThroughHttpAQueueADelayAndKafka() throws Exception {
        Kafka kafka = Kafka.shared();
        String topic = kafka.topic(1);
        String http = "http://localhost:" + Broker.freePorts(1)[0] + "/orders";
        Map<String, SpanContext> current = new ConcurrentHashMap<>();
        CountDownLatch booked = new CountDownLatch(1);
        context.addRoutes(r -> {
            r.from("netty-" + http)
                    .process(exchange -> current.put("http", Span.current().getSpanContext()))
                    .to("seda:packing?waitForTaskToComplete=Never");
            r.from("seda:packing")
                    .delay(1)
                    .process(exchange -> current.put("queue", Span.current().getSpanContext()))
                    .to("direct:stock")
                    .to("kafka:" + topic + "?brokers=" + kafka.address());
            r.from("direct:stock")
                    .process(exchange -> current.put("direct", Span.current().getSpanContext()));
            r.from("kafka:" + topic + "?groupId=shop&autoOffsetReset=earliest&brokers=" + kafka.address())
                    .delay(1)
                    .process(exchange -> {
                        current.put("kafka", Span.current().getSpanContext());
                        booked.countDown();
                    });
        });
        // region otel
        TraceSpans spans = new TraceSpans(telemetry);
        context.getRoutingContextExtension().addEventNotifier(spans);
        context.getRoutingContextExtension().addMessageScope(spans);
        context.start();
        // endregion
        Span client = telemetry.getTracer("test").spanBuilder("client").startSpan();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(http)).POST(BodyPublishers.ofString("dates"));
        W3CTraceContextPropagator.getInstance()
                .inject(Context.root().with(client), request, (to, name, value) -> to.header(name, value));
        HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
        client.end();
        assertThat(booked.await(60, TimeUnit.SECONDS)).isTrue();
        context.stop();

        assertThat(current.values())
                .hasSize(4)
                .extracting(SpanContext::getTraceId)
                .containsOnly(client.getSpanContext().getTraceId());
        assertThat(exporter.getFinishedSpanItems())
                .extracting(SpanData::getTraceId)
                .hasSize(7)
                .containsOnly(client.getSpanContext().getTraceId());
        SpanData received = child(client.getSpanContext().getSpanId());
        SpanData queued = child(received.getSpanId());
        SpanData packing = child(queued.getSpanId());
        SpanData stock = span("direct:stock", packing);
        SpanData sent = children(packing.getSpanId()).stream()
                .filter(each -> each.getName().startsWith("kafka:"))
                .findFirst()
                .orElseThrow();
        SpanData booking = child(sent.getSpanId());
        assertThat(current.get("http").getSpanId()).isEqualTo(received.getSpanId());
        assertThat(current.get("queue").getSpanId()).isEqualTo(packing.getSpanId());
        assertThat(current.get("direct").getSpanId()).isEqualTo(stock.getSpanId());
        assertThat(current.get("kafka").getSpanId()).isEqualTo(booking.getSpanId());
    }

    private List<SpanData> children(String spanId) {
        return exporter.getFinishedSpanItems().stream()
                .filter(each -> each.getParentSpanId().equals(spanId))
                .toList();
    }

    private SpanData child(String spanId) {
        List<SpanData> children = children(spanId);
        assertThat(children).hasSize(1);
        return children.get(0);
    }

    @Test
    void aFailureIsOnTheSpan() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").throwException(new IllegalStateException("no dates left")));
        trace();
        context.start();
        assertThat(catchThrowable(() -> context.createProducerTemplate().sendBody("direct:orders", "dates")))
                .isNotNull();

        assertThat(exporter.getFinishedSpanItems())
                .isNotEmpty()
                .allMatch(each -> each.getStatus().getStatusCode() == StatusCode.ERROR);
    }
}
