package io.mehari.docs.mistakes;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.docs.mistakes.Mistake.mistake;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.component.queue.SedaComponent;
import io.mehari.impl.Clocks;
import io.mehari.testing.AdviceWith;
import io.mehari.testing.NotifyBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The order of calls, the life cycle, queues that nobody reads, and tests. */
final class LifeMistakes {
    private LifeMistakes() {}

    private static void orders(Newcomer n) {
        n.routes(r -> {
            r.from("direct:orders").routeId("orders").to("mock:out");
            r.from("seda:packing").routeId("packing").to("mock:packed");
        });
    }

    static List<Mistake> all() {
        return List.of(
                mistake("a send before the start", n -> n.send("direct:a", "x")),
                mistake("a send after the stop", n -> {
                    orders(n);
                    n.context.stop();
                    n.send("direct:orders", "x");
                }),
                mistake("a send to a queue after the stop", n -> {
                    orders(n);
                    n.context.stop();
                    n.send("seda:packing", "x");
                }),
                mistake("a send to a mistyped direct", n -> {
                    orders(n);
                    n.send("direct:oders?timeout=1100", "x");
                }),
                mistake("a send to a mistyped direct without waiting", n -> {
                    orders(n);
                    n.send("direct:oders?block=false", "x");
                }),
                mistake(
                        "a step to a mistyped direct",
                        n -> n.routes(r -> {
                            r.from("direct:a").to("direct:oders");
                            r.from("direct:orders").to("mock:out");
                        })),
                mistake(
                        "a step to a mistyped queue",
                        n -> n.routes(r -> {
                            r.from("direct:a").to("seda:oders");
                            r.from("seda:orders").to("mock:out");
                        })),
                mistake(
                        "a step to a queue for a direct",
                        n -> n.routes(r -> {
                            r.from("direct:a").to("seda:orders");
                            r.from("direct:orders").to("mock:out");
                        })),
                mistake(
                        "a step to a direct for a queue",
                        n -> n.routes(r -> {
                            r.from("direct:a").to("direct:packing");
                            r.from("seda:packing").to("mock:out");
                        })),
                mistake("a send to a direct for a queue", n -> {
                    orders(n);
                    n.send("direct:packing?block=false", "x");
                }),
                mistake("a route outside of configure()", n -> {
                    RouteBuilder orders = new RouteBuilder() {
                        @Override
                        public void configure() {}
                    };
                    orders.from("direct:a").to("mock:a");
                    n.context.addRoutes(orders);
                    n.context.start();
                    n.await("has no routes");
                }),
                mistake("a group that is not complete at the stop", n -> {
                    n.message(
                            "x",
                            r -> r.from("direct:a")
                                    .routeId("orders")
                                    .aggregate(body(), (a, b) -> b)
                                    .completionSize(2)
                                    .to("mock:a"));
                    n.context.stop();
                }),
                mistake("a message that nobody has read at the stop", n -> {
                    n.context.start();
                    n.send("seda:a", "x");
                    n.context.stop();
                }),
                mistake("a URI that is null, in a send", n -> {
                    n.context.start();
                    n.template.sendBody((String) null, "x");
                }),
                mistake("a send to a queue nobody reads, until it is full", n -> {
                    orders(n);
                    for (int i = 0; i < 3; i++) {
                        n.send("seda:paking?size=2", "x");
                    }
                }),
                mistake("a request to a queue nobody reads", n -> {
                    orders(n);
                    n.template.requestBody("seda:paking?timeout=100", "x");
                }),
                mistake("a request to one's own only consumer", n -> {
                    n.routes(r -> r.from("seda:a").to(ExchangePattern.InOut, "seda:a?timeout=200"));
                    n.template.requestBody("seda:a?timeout=1000", "x");
                }),
                mistake("a request that takes too long", n -> {
                    n.routes(r -> r.from("seda:a").routeId("slow").delay(1_000).to("mock:a"));
                    n.template.requestBody("seda:a?timeout=100", "x");
                }),
                mistake("a reply of another type", n -> {
                    n.routes(r -> r.from("direct:a").setBody(e -> "many"));
                    n.template.requestBody("direct:a", "x", Integer.class);
                }),
                mistake("getRoute of a mistyped id", n -> {
                    orders(n);
                    n.context.getRoute("order");
                }),
                mistake("getRouteStatus of a mistyped id", n -> {
                    orders(n);
                    n.context.getRouteController().getRouteStatus("order");
                }),
                mistake("startRoute of a mistyped id", n -> {
                    orders(n);
                    n.context.getRouteController().startRoute("order");
                }),
                mistake("stopRoute of a mistyped id", n -> {
                    orders(n);
                    n.context.getRouteController().stopRoute("order");
                }),
                mistake("removeRoute of a mistyped id", n -> {
                    orders(n);
                    n.context.removeRoute("order");
                }),
                mistake("removeRoute of a route that runs", n -> {
                    orders(n);
                    n.context.removeRoute("orders");
                }),
                mistake("startRoute before the start", n -> {
                    n.context.addRoutes(r -> r.from("direct:a").routeId("a").to("mock:a"));
                    n.context.getRouteController().startRoute("a");
                }),
                mistake("suspend before the start", n -> n.context.suspend()),
                mistake("a clock after the start", n -> {
                    n.context.start();
                    n.context.getRoutingContextExtension().setClock(Clocks.precise());
                }),
                mistake("a pool after the start", n -> {
                    n.context.start();
                    n.context.getRoutingContextExtension().setExchangePool(10);
                }),
                mistake(
                        "a profile that is not there",
                        n -> n.context.getRoutingContextExtension().setProfile("test")),
                mistake("a component too late", n -> {
                    orders(n);
                    n.context.addComponent(new SedaComponent());
                }),
                mistake("a start without routes", n -> {
                    n.context.start();
                    n.await("has no routes");
                }),
                mistake("a route that does not start by itself", n -> {
                    n.routes(r ->
                            r.from("direct:a").routeId("a").autoStartup(false).to("mock:a"));
                    n.send("direct:a?block=false", "x");
                }),
                mistake("a receive from direct", n -> {
                    n.context.start();
                    n.context.createConsumerTemplate().receiveBody("direct:a", 0);
                }),
                mistake("a receive from a queue of several", n -> {
                    n.context.start();
                    n.context.createConsumerTemplate().receiveBody("seda:a?multipleConsumers=true", 0);
                }),
                mistake("an exchange after it was given back", n -> {
                    n.context.getRoutingContextExtension().setProfile("dev");
                    n.context.getRoutingContextExtension().setExchangePool(10);
                    Exchange[] kept = new Exchange[1];
                    n.routes(r -> r.from("seda:a").process(e -> kept[0] = e).to("mock:a"));
                    n.send("seda:a", "x");
                    n.send("seda:a", "y");
                    MockEndpoint.resolve(n.context, "mock:a").expectedMessageCount(2);
                    MockEndpoint.resolve(n.context, "mock:a").assertIsSatisfied();
                    n.context.stop();
                    kept[0].setBody("z");
                    kept[0].getBody();
                }),
                mistake("messages left at the stop", n -> {
                    n.routes(r -> r.from("seda:a")
                            .routeId("slow")
                            .delay(50)
                            .process(e -> Thread.sleep(400))
                            .to("mock:a"));
                    n.send("seda:a", "x");
                    n.send("seda:a", "x");
                    n.context.stop();
                }),
                mistake("a mock that gets something else", n -> {
                    orders(n);
                    MockEndpoint mock = MockEndpoint.resolve(n.context, "mock:out");
                    mock.expectedBodiesReceived("two saddles");
                    n.send("direct:orders", "a saddle");
                    mock.assertIsSatisfied(100);
                }),
                mistake("a mock that gets nothing", n -> {
                    orders(n);
                    MockEndpoint mock = MockEndpoint.resolve(n.context, "mock:owt");
                    mock.expectedMessageCount(1);
                    mock.setResultWaitTime(100);
                    n.send("direct:orders", "a saddle");
                    mock.assertIsSatisfied(100);
                }),
                mistake("a mock with options, asked for without", n -> {
                    n.routes(r -> r.from("direct:orders").to("mock:out?retainFirst=1"));
                    MockEndpoint mock = MockEndpoint.resolve(n.context, "mock:out");
                    mock.expectedMessageCount(1);
                    mock.setResultWaitTime(100);
                    n.send("direct:orders", "a saddle");
                    mock.assertIsSatisfied();
                }),
                mistake("a mock of which nothing is expected", n -> {
                    orders(n);
                    MockEndpoint.assertIsSatisfied(n.context);
                }),
                mistake("an expectation without a condition", n -> {
                    orders(n);
                    MockEndpoint mock = MockEndpoint.resolve(n.context, "mock:out");
                    mock.message(0).header("type");
                    n.send("direct:orders", "a saddle");
                    mock.assertIsSatisfied();
                }),
                mistake("a mock without its scheme", n -> MockEndpoint.resolve(n.context, "out")),
                mistake("a mock that gets a header of another name", n -> {
                    orders(n);
                    MockEndpoint mock = MockEndpoint.resolve(n.context, "mock:out");
                    mock.expectedHeaderReceived("typ", "express");
                    n.template.sendBodyAndHeader("direct:orders", "a saddle", "type", "express");
                    mock.assertIsSatisfied(100);
                }),
                mistake("adviceWith of a mistyped step", n -> {
                    n.context.addRoutes(r ->
                            r.from("direct:a").routeId("orders").to("mock:a").id("price"));
                    AdviceWith.adviceWith(
                            n.context, "orders", r -> r.weaveById("prize").remove());
                }),
                mistake("adviceWith after the start", n -> {
                    orders(n);
                    AdviceWith.adviceWith(n.context, "orders", r -> r.mockEndpoints("mock:*"));
                }),
                mistake("adviceWith of a URI that is not there", n -> {
                    n.context.addRoutes(
                            r -> r.from("direct:a").routeId("orders").to("mock:a"));
                    AdviceWith.adviceWith(n.context, "orders", r -> r.mockEndpoints("sedda:*"));
                }),
                mistake("a NotifyBuilder without conditions", n -> {
                    orders(n);
                    new NotifyBuilder(n.context).create().assertMatches(10, TimeUnit.MILLISECONDS);
                }),
                mistake("a NotifyBuilder of a mistyped route", n -> {
                    orders(n);
                    new NotifyBuilder(n.context)
                            .fromRoute("paking")
                            .whenDone(1)
                            .create()
                            .assertMatches(100, TimeUnit.MILLISECONDS);
                }),
                mistake("a NotifyBuilder that was not created", n -> {
                    orders(n);
                    new NotifyBuilder(n.context).whenDone(1).assertMatches(10, TimeUnit.MILLISECONDS);
                }),
                mistake("a failure in a consumer", n -> {
                    n.routes(r -> r.from("seda:a").routeId("orders").process(e -> {
                        throw new java.io.IOException("the ledger is wet");
                    }));
                    n.send("seda:a", "x");
                    n.await("no error handler handled it");
                }));
    }
}
