import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Predicate;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.builder.LambdaRouteBuilder;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.ThreadPoolProfileBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.processor.ThrottlerRejectedExecutionException;
import org.apache.camel.processor.aggregate.StringAggregationStrategy;
import org.apache.camel.processor.aggregate.UseOriginalAggregationStrategy;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.builder.PredicateBuilder;
import org.apache.camel.support.processor.PredicateValidationException;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/** Names that are in other packages in Camel, and what says nothing here. */
public class Names {
    public static void main(String[] args) throws Exception {
        AtomicInteger done = new AtomicInteger();
        CamelContext context = new DefaultCamelContext();
        RoutesBuilder routes = new RouteBuilder() {
            @Override
            public void configure() {
                Predicate known = PredicateBuilder.and(header("id").isNotNull(), body().isNotNull());
                from("direct:clauses").setBody().constant("set").choice().when().body().to("mock:when");
                onException(PredicateValidationException.class, ThrottlerRejectedExecutionException.class).handled(true);
                errorHandler(defaultErrorHandler().logStackTrace(false).logHandled(true));
                from("direct:full").filter().method(new Names(), "isFull").to("mock:full");
                from("direct:parts").split(body(), new UseOriginalAggregationStrategy(false)).to("mock:part");
                from("direct:text").split(body(), new StringAggregationStrategy().delimiter("/")).to("mock:part");
                from("direct:few").threads().executorService("few").log(System.Logger.Level.TRACE, "names", "marker", "few");
                RouteDefinition route = from("direct:in").description("each id once");
                route.filter(known)
                        .idempotentConsumer(header("id")).idempotentRepository(MemoryIdempotentRepository.memoryIdempotentRepository(100))
                        .setProperty("seen", constant(true))
                        .removeProperty("seen")
                        .toF("mock:%s?retainLast=%d", "out", 1);
            }
        };
        context.getExecutorServiceManager()
                .registerThreadPoolProfile(new ThreadPoolProfileBuilder("few").poolSize(2).build());
        LambdaRouteBuilder lambda = builder -> builder.from("direct:lambda").to("mock:out");
        context.addRoutes(routes);
        RouteBuilder.addRoutes(context, lambda);
        context.getShutdownStrategy().setTimeout(10);
        context.getShutdownStrategy().setShutdownNowOnTimeout(true);
        context.start();
        ExecutorService pool = context.getExecutorServiceManager().newThreadPool(context, "names",
                new ThreadPoolProfileBuilder("names").rejectedPolicy(ThreadPoolRejectedPolicy.Abort).build());
        pool.shutdown();
        NotifyBuilder notify = new NotifyBuilder(context).from("direct://in").whenDone(1).create();
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
        if (!notify.matches(10, TimeUnit.SECONDS)) {
            throw new AssertionError("not done");
        }
        context.stop();
        if (done.get() != 1) {
            throw new AssertionError("ended " + done + " times");
        }
    }

    public boolean isFull(@ExchangeProperty(Exchange.AGGREGATED_SIZE) Integer size) {
        return size == 3;
    }
}
