package io.mehari.docs.mistakes;

import static io.mehari.docs.mistakes.Mistake.mistake;

import io.mehari.ProducerTemplate;
import io.mehari.component.mock.MockEndpoint;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;

/** URIs, options and placeholders. */
final class UriMistakes {
    private UriMistakes() {}

    private static Mistake from(String name, String uri) {
        return mistake(name, n -> n.routes(r -> r.from(uri).to("mock:out")));
    }

    private static Mistake to(String name, String uri) {
        return mistake(name, n -> n.routes(r -> r.from("direct:a").to(uri)));
    }

    static List<Mistake> all() {
        return List.of(
                to("a name without a scheme", "orders"),
                to("a scheme alone", "log"),
                to("slash for colon", "seda/orders"),
                from("a mistyped scheme", "sedda:orders"),
                to("http without netty", "http://localhost:8080/orders"),
                to("https without netty", "https://localhost:8443/orders"),
                to("a file", "file:inbox"),
                from("a schedule", "quartz://tick?cron=0/5+*+*+*+*+?"),
                from("a cron expression", "cron:tick?schedule=0/5+*+*+*+*+?"),
                to("a database", "sql:insert into orders"),
                to("kafka, mistyped", "kakfa:orders"),
                to("rabbitmq", "rabbitmq:orders"),
                to("capital letters", "SEDA:orders"),
                to("a blank before the scheme", " seda:orders"),
                to("a comma for two", "mock:a,mock:b"),
                from("seda without a name", "seda:"),
                from("a timer without a name", "timer:"),
                from("a timer with a wrong period", "timer:tick?period=often"),
                from("a mistyped option", "timer:tick?perid=5s"),
                from("an option of another component", "seda:orders?period=5s"),
                to("a send to a timer", "timer:tick"),
                from("a route from log", "log:orders"),
                to("a wrong level", "log:orders?level=LOUD"),
                to("an option in small letters", "log:orders?showheaders=true"),
                from("cron for a timer", "timer:tick?cron=0/5 * * * * ?"),
                from("yes for true", "seda:orders?blockWhenFull=yes"),
                from("a size that is no number", "seda:orders?size=many"),
                from("a size of zero", "seda:orders?size=0"),
                from("a size below zero", "seda:orders?size=-1"),
                from("a size that is too large", "seda:orders?size=100000000"),
                from("no consumer threads", "seda:orders?concurrentConsumers=0"),
                from("options that exclude each other", "seda:orders?blockWhenFull=true&discardWhenFull=true"),
                from("two question marks", "seda:orders?size=10?blockWhenFull=true"),
                from("an option without a value", "seda:orders?blockWhenFull"),
                from("an option twice", "seda:orders?size=10&size=20"),
                from("amp; from XML", "seda:orders?size=10&amp;blockWhenFull=true"),
                from("an object that is not bound", "seda:orders?queue=#store"),
                mistake("an object of another type", n -> {
                    n.context.getRegistry().bind("store", "a text");
                    n.routes(r -> r.from("seda:orders?queue=#store").to("mock:out"));
                }),
                mistake("a mistyped object", n -> {
                    n.context.getRegistry().bind("store", new ArrayBlockingQueue<Object>(1));
                    n.routes(r -> r.from("seda:orders?queue=#stor").to("mock:out"));
                }),
                mistake(
                        "two sizes of one queue",
                        n -> n.routes(r -> {
                            r.from("seda:orders?size=10").to("mock:out");
                            r.from("direct:a").to("seda:orders?size=20");
                        })),
                mistake(
                        "two routes from one queue",
                        n -> n.routes(r -> {
                            r.from("seda:orders").to("mock:out");
                            r.from("seda:orders").to("mock:out");
                        })),
                mistake(
                        "two routes from one direct",
                        n -> n.routes(r -> {
                            r.from("direct:orders").to("mock:out");
                            r.from("direct:orders").to("mock:out");
                        })),
                from("a wait strategy that is not there", "disruptor:orders?waitStrategy=Spin"),
                from("a property without a value", "seda:{{orders}}"),
                mistake("a mistyped property", n -> {
                    n.context.getGlobalOptions().put("express", "log:express");
                    n.routes(r -> r.from("direct:a").to("{{expres}}"));
                }),
                to("a placeholder that is not closed", "log:{{orders"),
                to("one brace", "{orders}"),
                to("a dollar placeholder", "${orders.uri}"),
                mistake(
                        "a header in a fixed URI",
                        n -> n.routes(r -> r.from("direct:a").to("log:${header.x}"))),
                to("blanks around a property", "mock:{{ orders }}"),
                to("a direct that is called vm", "direct-vm:orders"),
                to("a bean that is not bound", "bean:prices"),
                mistake("a mistyped bean", n -> {
                    n.context.getRegistry().bind("prices", new Prices());
                    n.routes(r -> r.from("direct:a").to("bean:price"));
                }),
                mistake("a mistyped method of a bean", n -> {
                    n.context.getRegistry().bind("prices", new Prices());
                    n.routes(r -> r.from("direct:a").to("bean:prices?method=prize"));
                }),
                from("a timer with a count that is no number", "timer:tick?repeatCount=many"),
                from("ISO with a blank", "timer:tick?period=5 s"),
                mistake("another type of endpoint", n -> MockEndpoint.resolve(n.context, "log:out")),
                mistake("an endpoint of another class", n -> n.context.getEndpoint("seda:orders", MockEndpoint.class)),
                mistake("a template without a URI", n -> {
                    n.context.start();
                    ProducerTemplate template = n.context.createProducerTemplate();
                    template.sendBody("an order");
                }),
                mistake("body and URI exchanged", n -> {
                    n.context.start();
                    n.send("an order", "direct:a");
                }));
    }

    public static final class Prices {
        public int price(String order) {
            return order.length();
        }
    }
}
