package io.mehari.processor.aggregate;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.constant;
import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.AggregationStrategy;
import io.mehari.Exchange;
import io.mehari.Message;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The strategies as classes: their settings, and what a subclass of them can do. */
class StrategiesTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("strategies");
    private final ProducerTemplate template = context.createProducerTemplate();
    private final List<Exchange> groups = new ArrayList<>();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** The group of three messages with the bodies 1, 2 and 3, and the ids a, null and c. */
    private Exchange groupBy(AggregationStrategy strategy) throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .aggregate(constant("k"), strategy)
                .completionSize(3)
                .process(groups::add));
        context.start();
        template.sendBodyAndHeader("direct:in", "1", "id", "a");
        template.sendBody("direct:in", "2");
        template.sendBodyAndHeader("direct:in", "3", "id", "c");
        return groups.get(0);
    }

    @Test
    void textIsDelimited() throws Exception {
        StringAggregationStrategy bodies = AggregationStrategies.string(", ");
        assertThat(groupBy(bodies).getBody()).isEqualTo("1, 2, 3");
    }

    @Test
    void messagesAreGrouped() throws Exception {
        assertThat((List<?>) groupBy(new GroupedExchangeAggregationStrategy()).getBody())
                .map(each -> ((Message) each).getBody())
                .containsExactly("1", "2", "3");
    }

    @Test
    void theLatestMayBeChangedByASubclass() throws Exception {
        AggregationStrategy counting = new UseLatestAggregationStrategy() {
            @Override
            public Exchange aggregate(@Nullable Exchange oldExchange, Exchange newExchange) {
                int count = oldExchange == null ? 0 : oldExchange.getProperty("count", 0, Integer.class);
                Exchange latest = super.aggregate(oldExchange, newExchange);
                latest.setProperty("count", count + 1);
                return latest;
            }
        };
        Exchange group = groupBy(counting);
        assertThat(group.getBody()).isEqualTo("3");
        assertThat(group.getProperty("count")).isEqualTo(3);
    }

    @Test
    void theOriginalOfASplitIsTheMessageThatWasSplit() throws Exception {
        context.addRoutes(r -> r.from("direct:in")
                .split(body(), new UseOriginalAggregationStrategy(false))
                .process(part -> {
                    throw new IllegalStateException("ignored");
                })
                .end()
                .process(groups::add));
        context.start();
        template.sendBody("direct:in", List.of(1, 2));
        assertThat(groups.get(0).getBody()).isEqualTo(List.of(1, 2));
    }

    @Test
    void theOriginalThatIsEnrichedIsToldWhichFailureWasHandled() throws Exception {
        Exception handled = new IllegalStateException("handled");
        context.addRoutes(r -> {
            r.from("direct:in")
                    .enrich("direct:other", AggregationStrategies.useOriginal())
                    .process(groups::add);
            r.from("direct:other")
                    .onException(IllegalStateException.class)
                    .handled(true)
                    .end()
                    .setBody(constant("lost"))
                    .throwException(handled);
        });
        context.start();
        template.sendBody("direct:in", "kept");
        assertThat(groups.get(0).getBody()).isEqualTo("kept");
        assertThat(groups.get(0).getProperty(Exchange.EXCEPTION_CAUGHT)).isSameAs(handled);
    }
}
