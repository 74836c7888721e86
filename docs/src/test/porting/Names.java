import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Predicate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.aggregate.UseOriginalAggregationStrategy;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.builder.PredicateBuilder;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;

/** Names that are in other packages in Camel, and what says nothing here. */
public class Names {
    public static void main(String[] args) throws Exception {
        AtomicInteger done = new AtomicInteger();
        CamelContext context = new DefaultCamelContext();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                Predicate known = PredicateBuilder.and(header("id").isNotNull(), body().isNotNull());
                from("direct:clauses").setBody().constant("set").choice().when().body().to("mock:when");
                errorHandler(defaultErrorHandler().logStackTrace(false).logHandled(true));
                from("direct:parts").split(body(), new UseOriginalAggregationStrategy(false)).to("mock:part");
                RouteDefinition route = from("direct:in").description("each id once");
                route.filter(known)
                        .idempotentConsumer(header("id"), MemoryIdempotentRepository.memoryIdempotentRepository(100))
                        .setProperty("seen", constant(true))
                        .removeProperty("seen")
                        .toF("mock:%s?retainLast=%d", "out", 1);
            }
        });
        context.start();
        Exchange exchange = new DefaultExchange(context);
        exchange.getExchangeExtension().addOnCompletion(new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange ended) {
                done.addAndGet(ended.getProperty("seen") == null ? 1 : 100);
            }
        });
        exchange.getIn().setBody("dates");
        exchange.getIn().setHeader("id", 1);
        context.createProducerTemplate().send("direct:in", exchange);
        context.stop();
        if (done.get() != 1) {
            throw new AssertionError("ended " + done + " times");
        }
    }

    public boolean isFull(@ExchangeProperty(Exchange.AGGREGATED_SIZE) Integer size) {
        return size == 3;
    }
}
