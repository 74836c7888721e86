package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.processor.aggregate.AggregateController;
import io.mehari.processor.aggregate.MemoryAggregationRepository;
import io.mehari.spi.AggregationRepository;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups that are completed and dropped on demand. */
class AggregateControllerTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final AggregateController controller = new AggregateController();
    private final List<String> groups = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(boolean stored) throws Exception {
        @Nullable AggregationRepository repository = stored ? new MemoryAggregationRepository() : null;
        context.addRoutes(r -> {
            var block = r.from("direct:a")
                    .routeId("a")
                    .aggregate(header("key"), AggregationStrategies.groupedBody())
                    .completionSize(10)
                    .aggregateController(controller);
            if (repository != null) {
                block.aggregationRepository(repository);
            }
            block.process(exchange ->
                    groups.add(exchange.getProperty(Exchange.AGGREGATED_COMPLETED_BY) + " " + exchange.getBody()));
        });
        context.start();
        send("1", "x");
        send("2", "x");
        send("3", "y");
    }

    private void send(@Nullable Object body, String key) {
        template.sendBodyAndHeader("direct:a", body, "key", key);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void completesOneGroupOrAll(boolean stored) throws Exception {
        start(stored);
        assertThat(controller.forceCompletionOfGroup("z")).isZero();
        assertThat(controller.forceCompletionOfGroup("x")).isEqualTo(1);
        assertThat(groups).containsExactly("force [1, 2]");
        send("4", "x");
        assertThat(controller.forceCompletionOfAllGroups()).isEqualTo(2);
        assertThat(groups).containsExactlyInAnyOrder("force [1, 2]", "force [4]", "force [3]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dropsOneGroupOrAll(boolean stored) throws Exception {
        start(stored);
        assertThat(controller.forceDiscardingOfGroup("x")).isEqualTo(1);
        send("4", "x");
        assertThat(controller.forceCompletionOfGroup("x")).isEqualTo(1);
        assertThat(controller.forceDiscardingOfAllGroups()).isEqualTo(1);
        assertThat(groups).containsExactly("force [4]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thereAreNoGroupsWhileTheRouteDoesNotRun(boolean stored) throws Exception {
        assertThat(controller.forceCompletionOfAllGroups()).isZero();
        start(stored);
        context.getRouteController().stopRoute("a");
        assertThat(controller.forceCompletionOfAllGroups()).isZero();
        context.getRouteController().startRoute("a");
        send("5", "w");
        assertThat(controller.forceDiscardingOfGroup("w")).isEqualTo(1);
    }
}
