package io.mehari.docs.mistakes;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.bodyAs;
import static io.mehari.builder.RouteBuilder.constant;
import static io.mehari.builder.RouteBuilder.exchangeProperty;
import static io.mehari.builder.RouteBuilder.header;
import static io.mehari.builder.RouteBuilder.simple;
import static io.mehari.docs.mistakes.Mistake.mistake;

import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** The route language, conversions and failures. */
final class RouteMistakes {
    private RouteMistakes() {}

    private static Mistake described(String name, Consumer<RouteDefinition> steps) {
        return mistake(name, n -> n.routes(r -> steps.accept(r.from("direct:a").routeId("orders"))));
    }

    private static Mistake sent(String name, Object body, Consumer<RouteDefinition> steps) {
        return mistake(
                name, n -> n.message(body, r -> steps.accept(r.from("direct:a").routeId("orders"))));
    }

    static List<Mistake> all() {
        return List.of(
                described("a route without steps", r -> {}),
                mistake(
                        "the same id twice",
                        n -> n.routes(r -> {
                            r.from("direct:a").routeId("orders").to("mock:a");
                            r.from("direct:b").routeId("orders").to("mock:b");
                        })),
                mistake("one builder twice", n -> {
                    RouteBuilder orders = new RouteBuilder() {
                        @Override
                        public void configure() {
                            from("direct:a").routeId("orders").to("mock:a");
                        }
                    };
                    n.context.addRoutes(orders);
                    n.context.addRoutes(orders);
                }),
                mistake(
                        "the same startupOrder",
                        n -> n.routes(r -> {
                            r.from("direct:a").routeId("a").startupOrder(1).to("mock:a");
                            r.from("direct:b").routeId("b").startupOrder(1).to("mock:b");
                        })),
                described("an empty id", r -> r.routeId("").to("mock:a")),
                described("choice without when", r -> r.choice().otherwise().to("mock:a")),
                described(
                        "when after otherwise",
                        r -> r.choice()
                                .when(body())
                                .to("mock:a")
                                .otherwise()
                                .to("mock:b")
                                .when(body())
                                .to("mock:c")),
                described("doTry alone", r -> r.doTry().to("mock:a")),
                described(
                        "aggregate without completion",
                        r -> r.aggregate(header("id"), (a, b) -> b).to("mock:a")),
                described(
                        "aggregate without a strategy",
                        r -> r.aggregate(header("id")).completionSize(2).to("mock:a")),
                described(
                        "completionSize(0)",
                        r -> r.aggregate(header("id"), (a, b) -> b)
                                .completionSize(0)
                                .to("mock:a")),
                described("a negative delay", r -> r.delay(-1).to("mock:a")),
                described("throttle(0)", r -> r.throttle(0).to("mock:a")),
                described("loop(-1)", r -> r.loop(-1).to("mock:a")),
                described("threads(0)", r -> r.threads(0).to("mock:a")),
                described("a step that is null", r -> r.process((io.mehari.Processor) null)),
                described("simple, not closed", r -> r.setBody(simple("${body"))),
                described("simple, mistyped", r -> r.setBody(simple("${bdy}"))),
                described(
                        "simple, one equals sign",
                        r -> r.filter(simple("${header.type} = 'express'")).to("mock:a")),
                described(
                        "simple, no quotes",
                        r -> r.filter(simple("${header.type} == express")).to("mock:a")),
                described("simple with a property that is not there", r -> r.setBody(simple("{{currency}}"))),
                described("log, not closed", r -> r.log("order ${header.id").to("mock:a")),
                described("simple, no dollar", r -> r.setBody(simple("order {header.id}"))),
                described("log, no dollar", r -> r.log("got {body}").to("mock:a")),
                described("an exception's text, no dollar", r -> r.throwException(IOException.class, "no {body}")),
                described(
                        "a condition, no dollar",
                        r -> r.filter(simple("{header.type} == 'express'")).to("mock:a")),
                described("toD, no dollar", r -> r.toD("mock:{header.desk}")),
                described("toD of a header", r -> r.toD("${header.next}")),
                described("toD with a host of the sender", r -> r.toD("netty-http:http://${header.host}/x")),
                described("toD with a password in RAW", r -> r.toD("mock:a?password=RAW(${header.password})")),
                described("recipientList of a header", r -> r.recipientList(header("to"))),
                described("a placeholder in a constant", r -> r.setBody(constant("${header.id}"))),
                described(
                        "a placeholder in a comparison",
                        r -> r.filter(header("type").isEqualTo("${body}")).to("mock:a")),
                described("a placeholder in the name of a header", r -> r.setHeader("${header.type}", constant(1))),
                described("a header without a name", r -> r.setHeader("", constant(1))),
                described("simple, a word of another language", r -> r.setBody(simple("${property.total}"))),
                described("simple, blanks in the braces", r -> r.setBody(simple("${ body }"))),
                described("simple, closed too late", r -> r.log("a ${header.id and ${body}")),
                described(
                        "simple, a condition without spaces",
                        r -> r.filter(simple("${header.type}=='express'")).to("mock:a")),
                described(
                        "simple, the word and",
                        r -> r.filter(simple("${header.type} == 'a' and ${body} == 'b'"))
                                .to("mock:a")),
                described("simple, a wrong pattern of a date", r -> r.log("${date:now:yyyy-MM-ddTHH}")),
                described(
                        "a wrong regular expression",
                        r -> r.filter(body().regex("[")).to("mock:a")),
                described(
                        "an idempotent consumer without a repository",
                        r -> r.idempotentConsumer(header("id"), null).to("mock:a")),
                described("a property of Camel's", r -> r.setBody(exchangeProperty("CamelSplitIndex"))),
                described("a URI that is null", r -> r.to((String) null)),
                described("a method that is not public", r -> r.bean(new TwoMethods(), "secret")),
                described(
                        "doCatch after doFinally",
                        r -> r.doTry()
                                .to("mock:a")
                                .doFinally()
                                .to("mock:b")
                                .doCatch(IOException.class)
                                .to("mock:c")),
                described("a mistyped method", r -> r.bean(new UriMistakes.Prices(), "prise")),
                described("a bean with two methods", r -> r.bean(new TwoMethods())),
                described("an enrich of nothing", r -> r.enrich("stock")),
                described("pollEnrich of direct", r -> r.pollEnrich("direct:stock")),
                described("pollEnrich of a timer", r -> r.pollEnrich("timer:tick")),
                described(
                        "a dead letter channel that is mistyped",
                        r -> r.errorHandler(RouteBuilder.deadLetterChannel("mok:dead"))
                                .to("mock:a")),
                described(
                        "a dead letter channel nobody reads",
                        r -> r.errorHandler(RouteBuilder.deadLetterChannel("direct:dead"))
                                .to("mock:a")),
                sent("a text as a number", "three", r -> r.process(e -> e.getBody(Integer.class))),
                sent("convertBodyTo of a text", "three", r -> r.convertBodyTo(Integer.class)),
                sent("convertBodyTo without a converter", "x", r -> r.convertBodyTo(Thread.class)),
                sent("a mandatory body that is null", null, r -> r.process(e -> e.getMandatoryBody(String.class))),
                sent(
                        "a null body",
                        null,
                        r -> r.process(e -> e.setBody(e.getBody(String.class).length()))),
                sent("a cast", 3, r -> r.process(e -> e.setBody(((String) e.getBody()).length()))),
                sent("bodyAs", "three", r -> r.setBody(bodyAs(Integer.class))),
                sent(
                        "a header of another type",
                        "x",
                        r -> r.setHeader("n", constant("many")).process(e -> e.getHeader("n", Integer.class))),
                sent(
                        "toD without the header",
                        "x",
                        r -> r.toD().allowedSchemes("direct").uri("${header.next}")),
                sent("toD with a path of the sender", "../x", r -> r.toD("camel:file:out/${body}")),
                sent("toD with an option of the sender", "x?size=1", r -> r.toD("seda:${body}")),
                sent(
                        "a scheme that is not allowed",
                        "log:x",
                        r -> r.toD().allowedSchemes("direct").uri("${body}")),
                sent(
                        "toD to an unknown scheme",
                        "x",
                        r -> r.setHeader("next", constant("orders"))
                                .toD()
                                .allowedSchemes("direct")
                                .uri("${header.next}")),
                sent("recipientList of a name", "x", r -> r.recipientList(constant("orders"))),
                sent("a bean that throws", "x", r -> r.bean(new TwoMethods(), "fails")),
                sent("a bean whose parameter does not fit", "x", r -> r.bean(new TwoMethods(), "count")),
                sent(
                        "split of a number",
                        3,
                        r -> r.split(body()).process(e -> {
                            throw new IOException("no price for " + e.getBody());
                        })),
                sent(
                        "aggregate without a key",
                        "x",
                        r -> r.aggregate(header("id"), (a, b) -> b)
                                .completionSize(2)
                                .to("mock:a")),
                sent(
                        "idempotent without a key",
                        "x",
                        r -> r.idempotentConsumer(
                                        header("id"),
                                        io.mehari.impl.MemoryIdempotentRepository.memoryIdempotentRepository(10))
                                .to("mock:a")),
                sent("validate", "x", r -> r.validate(header("id").isNotNull())),
                sent("loop of a text", "x", r -> r.loop(body()).to("mock:a")),
                sent("delay of a text", "soon", r -> r.delay(body()).to("mock:a")),
                sent("a delay with a unit", "5s", r -> r.delay(body()).to("mock:a")),
                sent(
                        "loop without the header",
                        "x",
                        r -> r.loop(header("times")).to("mock:a")),
                sent(
                        "a throttle without the header",
                        "x",
                        r -> r.throttle(header("most")).to("mock:a")),
                sent("simple, a path into a text", "x", r -> r.setBody(simple("${body.name}"))),
                sent("simple, a date that is not there", "x", r -> r.log("${date:header.due:yyyy}")),
                sent("toD with a part that is not there", "x", r -> r.toD("mock:${header.desk}")),
                sent(
                        "a strategy without a first message",
                        "x",
                        r -> r.aggregate(constant("all"), (a, b) -> {
                                    a.setBody(b.getBody());
                                    return a;
                                })
                                .completionSize(2)
                                .to("mock:a")),
                sent(
                        "a strategy that returns null",
                        "x",
                        r -> r.aggregate(constant("all"), (a, b) -> null)
                                .completionSize(2)
                                .to("mock:a")),
                sent("a route that calls itself", "x", r -> r.to("direct:a")),
                sent(
                        "an exception",
                        "x",
                        r -> r.to("mock:a").process(e -> {
                            throw new IOException("the ledger is wet");
                        })));
    }

    public static final class TwoMethods {
        public int price(String order) {
            return order.length();
        }

        public int weight(String order) {
            return order.length();
        }

        public int count(Integer order) {
            return order;
        }

        int secret(String order) {
            return order.length();
        }

        public int fails(String order) throws IOException {
            throw new IOException("no price for " + order);
        }
    }
}
