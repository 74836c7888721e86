package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.impl.DefaultRoutingContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tracing.TraceSpans;

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

    private SpanData span(String name, SpanData parent) {
        List<SpanData> found = exporter.getFinishedSpanItems().stream()
                .filter(each -> each.getName().equals(name)
                        && (parent == null || each.getParentSpanId().equals(parent.getSpanId())))
                .toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    @Test
    void oneTraceGoesThroughTheQueue() throws Exception {
        context.addRoutes(r -> {
            r.from("direct:orders").to("seda:packing");
            r.from("seda:packing").to("direct:stock");
            r.from("direct:stock").process(exchange -> {});
        });
        // region otel
        context.getRoutingContextExtension().addEventNotifier(new TraceSpans(telemetry));
        context.start();
        context.createProducerTemplate().requestBody("direct:orders", "dates");
        // endregion
        context.stop();

        assertThat(exporter.getFinishedSpanItems())
                .extracting(SpanData::getTraceId)
                .hasSize(5);
        assertThat(exporter.getFinishedSpanItems().stream()
                        .map(SpanData::getTraceId)
                        .distinct())
                .hasSize(1);
        SpanData sent = exporter.getFinishedSpanItems().stream()
                .filter(each -> !each.getParentSpanContext().isValid())
                .findFirst()
                .orElseThrow();
        assertThat(sent.getName()).isEqualTo("direct:orders"); // what the template sent
        SpanData orders = span("direct:orders", sent);
        SpanData queued = span("seda:packing", orders);
        SpanData packing = span("seda:packing", queued);
        span("direct:stock", packing);
    }

    @Test
    void aFailureIsOnTheSpan() throws Exception {
        context.addRoutes(r -> r.from("direct:orders").throwException(new IllegalStateException("no dates left")));
        context.getRoutingContextExtension().addEventNotifier(new TraceSpans(telemetry));
        context.start();
        assertThat(catchThrowable(() -> context.createProducerTemplate().sendBody("direct:orders", "dates")))
                .isNotNull();

        assertThat(exporter.getFinishedSpanItems())
                .isNotEmpty()
                .allMatch(each -> each.getStatus().getStatusCode() == StatusCode.ERROR);
    }
}
