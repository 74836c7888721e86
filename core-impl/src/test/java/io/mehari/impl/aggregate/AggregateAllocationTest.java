package io.mehari.impl.aggregate;

import static io.mehari.builder.RouteBuilder.body;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregateDefinition;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.AllocatedBytes;
import io.mehari.impl.CapturedLog;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.exchange.Pools;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What it costs to aggregate a message: nothing if the strategy only reads it, else its copy. */
class AggregateAllocationTest {
    private static final int MESSAGE = 80;
    private static final int COPY = 80;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        try (CapturedLog log = new CapturedLog("io.mehari.route")) {
            context.stop();
            assertThat(log.messages()).as("the group that is open").hasSizeLessThan(2);
        }
    }

    private long perMessage(Consumer<AggregateDefinition> options) throws Exception {
        return perMessage(options, AggregationStrategies.useOriginal());
    }

    private long perMessage(Consumer<AggregateDefinition> options, AggregationStrategy strategy) throws Exception {
        context.addRoutes(r -> options.accept(r.from("direct:a").aggregate(body(), strategy)));
        context.start();
        Endpoint endpoint = context.getEndpoint("direct:a");
        return AllocatedBytes.perCall(() -> {
            template.sendBody(endpoint, "body");
            return null;
        });
    }

    @Test
    void aMessageInAnOpenGroupCostsNothing() throws Exception {
        assertThat(perMessage(block -> block.completionSize(Integer.MAX_VALUE))).isEqualTo(MESSAGE);
    }

    @Test
    void forAStrategyThatMayDoAnythingAMessageCostsItsCopy() throws Exception {
        assertThat(perMessage(
                        block -> block.completionSize(Integer.MAX_VALUE), (old, next) -> old == null ? next : old))
                .isEqualTo(MESSAGE + COPY);
    }

    @Test
    void aDeadlineThatMovesCostsNothing() throws Exception {
        assertThat(perMessage(block -> block.completionTimeout(1_000_000))).isEqualTo(MESSAGE);
    }

    @Test
    void pooledItCostsNothing() throws Exception {
        Exchanges pool = Pools.in(context, 10, false);
        assertThat(perMessage(block -> block.completionSize(Integer.MAX_VALUE))).isZero();
        assertThat(pool.statistics().inUse()).as("the aggregate").isEqualTo(1);
    }

    @Test
    void aGroupCostsItsOwnStateOnce() throws Exception {
        long withGroup = perMessage(block -> block.completionSize(1));
        assertThat(withGroup - MESSAGE - COPY).as("for each group").isBetween(0L, 320L);
    }
}
