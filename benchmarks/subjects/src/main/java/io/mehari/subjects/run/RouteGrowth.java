package io.mehari.subjects.run;

import io.mehari.AggregationStrategy;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Does the cost of a message depend on the number of routes, endpoints and so on in its context? */
final class RouteGrowth implements AutoCloseable {
    private static final int MESSAGES = 2_000;
    private static final long LONG_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    private RouteGrowth() {
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofMillis(1));
    }

    @Override
    public void close() {
        context.close();
    }

    private static void nothing(Exchange exchange) {
        // only the route is measured
    }

    /** Random order, so that caches cannot predict it. */
    private static int[] order(int count) {
        return new SplittableRandom(42).ints(1 << 14, 0, count).toArray();
    }

    /** The heap that the work keeps is the difference from the heap at that time. */
    private GrowthWork work(long heapBefore, Callable<Long> body) {
        return keeping(heapBefore < 0 ? -1 : Math.max(0, heap() - heapBefore), body);
    }

    private GrowthWork keeping(long kept, Callable<Long> body) {
        return new GrowthWork() {
            @Override
            public long run() throws Exception {
                return body.call();
            }

            @Override
            public double retained() {
                return kept;
            }

            @Override
            public void close() {
                RouteGrowth.this.close();
            }
        };
    }

    private static long heap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    static GrowthWork steps(int count) throws Exception {
        RouteGrowth growth = new RouteGrowth();
        growth.context.addRoutes(r -> {
            ProcessorDefinition<?> route = r.from("direct:steps");
            for (int i = 0; i < count; i++) {
                route = route.process(RouteGrowth::nothing);
            }
        });
        growth.context.start();
        Endpoint endpoint = growth.context.getEndpoint("direct:steps");
        int messages = Math.max(1, MESSAGES / count);
        return growth.work(-1, () -> {
            for (int i = 0; i < messages; i++) {
                growth.template.sendBody(endpoint, "body");
            }
            return (long) messages * count;
        });
    }

    static GrowthWork routes(int count) throws Exception {
        RouteGrowth growth = new RouteGrowth();
        long before = heap();
        growth.context.addRoutes(r -> {
            for (int i = 0; i < count; i++) {
                r.from("direct:route" + i).process(RouteGrowth::nothing);
            }
        });
        growth.context.start();
        Endpoint[] endpoints = IntStream.range(0, count)
                .mapToObj(i -> growth.context.getEndpoint("direct:route" + i))
                .toArray(Endpoint[]::new);
        int[] order = order(count);
        return growth.work(before, () -> {
            for (int at : order) {
                growth.template.sendBody(endpoints[at], "body");
            }
            return (long) order.length;
        });
    }

    static GrowthWork endpoints(int count) {
        RouteGrowth growth = new RouteGrowth();
        growth.context.start();
        long before = heap();
        String[] uris = new String[count];
        for (int i = 0; i < count; i++) {
            uris[i] = "direct:endpoint" + i;
            growth.context.getEndpoint(uris[i]);
        }
        int[] order = order(count);
        return growth.work(before, () -> {
            for (int at : order) {
                if (growth.context.getEndpoint(uris[at]) == null) {
                    throw new AssertionError(uris[at]);
                }
            }
            return (long) order.length;
        });
    }

    /** The memory that the split keeps is measured once, while half of the parts have not been created yet. */
    static GrowthWork parts(int count) throws Exception {
        RouteGrowth growth = new RouteGrowth();
        long[] kept = {-1};
        int half = count / 2;
        growth.context.addRoutes(r -> r.from("direct:parts")
                .split(RouteBuilder.body())
                .streaming()
                .process(exchange -> {
                    if (kept[0] < 0 && Integer.valueOf(half).equals(exchange.getBody())) {
                        kept[0] = heap();
                    }
                }));
        growth.context.start();
        Endpoint endpoint = growth.context.getEndpoint("direct:parts");
        int messages = Math.max(1, MESSAGES / count);
        long before = heap();
        Callable<Long> body = () -> {
            for (int i = 0; i < messages; i++) {
                growth.template.sendBody(endpoint, IntStream.range(0, count).iterator());
            }
            return (long) messages * count;
        };
        body.call();
        return growth.keeping(Math.max(0, kept[0] - before), body);
    }

    static GrowthWork groups(int count) throws Exception {
        RouteGrowth growth = new RouteGrowth();
        AggregationStrategy first = AggregationStrategies.useOriginal();
        growth.context.addRoutes(r -> r.from("direct:groups")
                .aggregate(RouteBuilder.body(), first)
                .completionSize(Integer.MAX_VALUE)
                .maximumOpenGroups(count)
                .process(RouteGrowth::nothing));
        growth.context.start();
        Endpoint endpoint = growth.context.getEndpoint("direct:groups");
        long before = heap();
        Integer[] keys = IntStream.range(0, count).boxed().toArray(Integer[]::new);
        for (Integer key : keys) {
            growth.template.sendBody(endpoint, key);
        }
        int[] order = order(count);
        return growth.work(before, () -> {
            for (int at : order) {
                growth.template.sendBody(endpoint, keys[at]);
            }
            return (long) order.length;
        });
    }

    static GrowthWork delays(int count) throws Exception {
        RouteGrowth growth = new RouteGrowth();
        growth.context.addRoutes(
                r -> r.from("direct:delays").delay(RouteBuilder.body()).process(RouteGrowth::nothing));
        growth.context.start();
        long before = heap();
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < count; i++) {
            growth.send(LONG_MILLIS, never);
        }
        return growth.work(before, () -> {
            CountDownLatch come = new CountDownLatch(MESSAGES);
            for (int i = 0; i < MESSAGES; i++) {
                growth.send(1, come);
            }
            come.await();
            return (long) MESSAGES;
        });
    }

    private void send(long millis, CountDownLatch come) {
        Exchange exchange = context.createExchange();
        exchange.setBody(millis);
        CompletableFuture<?> unused =
                template.asyncSend("direct:delays", exchange).thenRun(come::countDown);
    }
}
