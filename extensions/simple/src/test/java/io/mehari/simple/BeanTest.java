package io.mehari.simple;

import static io.mehari.builder.RouteBuilder.body;
import static io.mehari.builder.RouteBuilder.method;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.Body;
import io.mehari.Exchange;
import io.mehari.ExchangeException;
import io.mehari.ExchangeProperties;
import io.mehari.ExchangeProperty;
import io.mehari.FailedToCreateRouteException;
import io.mehari.Handler;
import io.mehari.Header;
import io.mehari.Headers;
import io.mehari.Message;
import io.mehari.RoutingContext;
import io.mehari.RoutingExecutionException;
import io.mehari.Service;
import io.mehari.TypeConversionException;
import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.Routes;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.exchange.DefaultExchange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Methods of the user's objects as steps, expressions and predicates. */
@Timeout(20)
@SuppressWarnings({"UnusedMethod", "UnusedVariable", "DoNotCallSuggester"}) // called by name
class BeanTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext("beans");

    @AfterEach
    void stop() {
        context.stop();
    }

    private void start(Routes routes) throws Exception {
        context.addRoutes(routes);
        context.start();
    }

    private @Nullable Object request(@Nullable Object body) {
        return context.createProducerTemplate().requestBodyAndHeader("direct:in", body, "h", "7");
    }

    // ---- arguments and results

    /** One method for each kind of parameter. */
    public static final class Kinds {
        public String exchange(Exchange exchange) {
            return "exchange " + exchange.getBody();
        }

        public String message(Message message) {
            return "message " + message.getBody();
        }

        public String context(RoutingContext context) {
            return "context " + context.getName();
        }

        public String plain(String body) {
            return "plain " + body;
        }

        public long primitive(int body) {
            return body + 1L;
        }

        public String body(@Body Integer body) {
            return "body " + body;
        }

        public String header(@Header("h") int header, String body) {
            return "header " + (header + 1) + " " + body;
        }

        public String absent(@Header("none") @Nullable String header) {
            return "absent " + header;
        }

        public boolean flag(@Header("none") boolean header) {
            return header;
        }

        public String property(@ExchangeProperty("p") Integer property) {
            return "property " + property;
        }

        public String properties(@ExchangeProperties Map<String, Object> properties) {
            return "properties " + properties;
        }

        public String headers(@Headers Map<String, Object> headers, @Body String body) {
            headers.put("seen", body);
            return "headers " + headers;
        }

        public String exception(@ExchangeException @Nullable Exception exception) {
            return "exception " + exception;
        }

        public String many(String body, @Header("h") String header, Exchange exchange, @ExchangeProperty("p") long p) {
            return body + " " + header + " " + exchange.getBody() + " " + (p + 1);
        }

        public static String shared(String body) {
            return "static " + body;
        }

        public String none() {
            return "none";
        }

        public String rest(String... body) {
            return "rest " + List.of(body);
        }

        public @Nullable String nothing() {
            return null;
        }

        public void silent(Exchange exchange) {
            exchange.setHeader("silent", true);
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", delimiter = '@', textBlock = """
                    exchange    @ exchange 5
                    message     @ message 5
                    context     @ context beans
                    plain       @ plain 5
                    primitive   @ 6
                    body        @ body 5
                    header      @ header 8 5
                    absent      @ absent null
                    flag        @ false
                    property    @ property 3
                    properties  @ properties {p=3}
                    headers     @ headers {h=7, seen=5}
                    exception   @ exception null
                    many        @ 5 7 5 4
                    shared      @ static 5
                    none        @ none
                    nothing     @ null
                    silent      @ 5
                    """)
    void argumentsComeFromTheExchangeAndTheResultIsTheBody(String name, @Nullable String wanted) throws Exception {
        start(r -> r.from("direct:in").setProperty("p").constant("3").bean(new Kinds(), name));

        Object result = request("5");

        assertThat(result == null ? null : String.valueOf(result)).isEqualTo(wanted);
    }

    @Test
    void aVariableNumberOfArgumentsIsAnArray() throws Exception {
        start(r -> r.from("direct:in").bean(new Kinds(), "rest"));

        assertThat(request(new String[] {"a", "b"})).isEqualTo("rest [a, b]");
    }

    @Test
    void aResultKeepsItsType() throws Exception {
        start(r -> r.from("direct:in").bean(Kinds.class, "primitive"));

        assertThat(request(5)).isEqualTo(6L);
    }

    /** Several methods, in several forms. */
    public static class Overloaded {
        public String of(String body) {
            return "text " + body;
        }

        public String of(String body, @Header("h") int header) {
            return "both " + body + header;
        }

        public String of() {
            return "none";
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', textBlock = """
                    of(String)                  @ text x
                    of( String , int )          @ both x7
                    of(String.class, int.class) @ both x7
                    of(java.lang.String, int)   @ both x7
                    of()                        @ none
                    toString()                  @ an object
                    """)
    void anOverloadIsNamedByItsTypes(String name, String wanted) throws Exception {
        start(r -> r.from("direct:in")
                .bean(
                        new Overloaded() {
                            @Override
                            public String toString() {
                                return "an object";
                            }
                        },
                        name));

        assertThat(request("x")).isEqualTo(wanted);
    }

    /** The marked method. */
    public static final class Marked extends Overloaded {
        @Handler
        public String handle(String body) {
            return "handled " + body;
        }

        @Override
        @Handler
        public String of(String body) {
            return "marked " + body;
        }

        public void other() {}
    }

    /** One method of its own beside those that it inherits. */
    public static final class Single extends Overloaded {
        public String single(String body) {
            return "single " + body;
        }

        @Override
        public String toString() {
            return "not this one";
        }
    }

    @Test
    void aMethodIsMarkedOrTheOnlyOne() throws Exception {
        UnaryOperator<String> lambda = text -> "lambda " + text;
        start(r -> r.from("direct:in")
                .bean(new Marked(), "of")
                .bean(Single.class)
                .bean(lambda)
                .bean((io.mehari.Processor) exchange -> exchange.setBody(exchange.getBody() + " processed")));

        assertThat(request("x")).isEqualTo("lambda single marked x processed");
    }

    @Test
    void aBeanIsNamedInTheRegistry() throws Exception {
        context.getRegistry().bind("kinds", new Kinds());
        context.getRegistry().bind("single", new Single());
        start(r -> r.from("direct:in").bean("kinds", "plain").bean("single"));

        assertThat(request("x")).isEqualTo("single plain x");
    }

    /** Counts its objects. */
    public static final class Counted {
        static int made;

        public Counted() {
            made++;
        }

        public void call() {}
    }

    @Test
    void aClassIsCreatedOnce() throws Exception {
        Counted.made = 0;
        start(r -> r.from("direct:in").bean(Counted.class, "call"));
        request("x");
        request("y");

        assertThat(Counted.made).isEqualTo(1);
    }

    /** Conditions. */
    public static final class Lengths {
        public boolean isShort(String text) {
            return text.length() < 2;
        }

        public boolean isLong(String text) {
            return text.length() > 8;
        }
    }

    @Test
    void aMethodIsAValueAndACondition() throws Exception {
        start(r -> r.from("direct:in")
                .setHeader("copy", method(new Kinds(), "plain"))
                .setHeader("other")
                .method(Single.class)
                .filter()
                .method(new Lengths(), "isShort")
                .setBody(body().append(" short"))
                .end()
                .filter(method(Lengths.class, "isLong(String)"))
                .setBody(exchange -> exchange.getHeader("copy") + ", " + exchange.getHeader("other"))
                .end());

        assertThat(request("x")).isEqualTo("x short");
        assertThat(request("long enough")).isEqualTo("plain long enough, single long enough");
    }

    /** A strategy with a method for the completion, as Camel's users write it. */
    public static final class Completion {
        public boolean isCompleted(@ExchangeProperty(Exchange.AGGREGATED_SIZE) Integer size) {
            return size == 2;
        }
    }

    @Test
    void aGroupIsCompleteWhenAMethodSaysSo() throws Exception {
        start(r -> r.from("direct:in")
                .aggregate(AggregationStrategies.groupedBody())
                .constant(true)
                .completionPredicate(method(new Completion(), "isCompleted"))
                .to("mock:group"));
        MockEndpoint group = MockEndpoint.resolve(context, "mock:group");
        group.expectedBodiesReceived(List.of(List.of("a", "b")));

        request("a");
        request("b");

        group.assertIsSatisfied();
    }

    @Test
    void theNextStepReadsAStreamThatABeanHasRead() throws Exception {
        start(r -> r.from("direct:in")
                .setHeader("read", method(new Kinds(), "plain"))
                .setBody(body(String.class)));
        assertThat(request(new ByteArrayInputStream(new byte[] {'a'}))).isEqualTo("a");
    }

    @Test
    void aServiceStartsAndStopsWithTheRoute() throws Exception {
        Serving bean = new Serving();
        start(r -> r.from("direct:in").bean(bean, "call").setHeader("x", method(bean, "call")));
        assertThat(request("x")).isEqualTo("called");
        context.stop();

        assertThat(bean.journal).containsExactly("start", "call", "call", "stop");
    }

    /** A bean that is a service. */
    public static final class Serving implements Service {
        private final List<String> journal = new ArrayList<>();

        @Override
        public void start() {
            journal.add("start");
        }

        @Override
        public void stop() {
            journal.add("stop");
        }

        public String call() {
            journal.add("call");
            return "called";
        }
    }

    // ---- classes that are not public

    /** Package-private, with a public method. */
    static class Hidden {
        public String call(String body) {
            return "hidden " + body;
        }
    }

    /** Its method is a bridge to the one that it inherits. */
    public static final class Shown extends Hidden {}

    @Test
    void aPublicMethodOfAHiddenClassIsCalled() throws Exception {
        start(r -> r.from("direct:in")
                .bean(new Hidden())
                .bean(Shown.class)
                .bean(new Shown(), "call")
                .setHeader("size", method(List.of(1, 2), "size()"))
                .setBody(exchange -> exchange.getBody() + " " + exchange.getHeader("size")));

        assertThat(request("x")).isEqualTo("hidden hidden hidden x 2");
    }

    // ---- failures of messages

    /** Throws what it is told to. */
    public static final class Failing {
        public void call(Throwable failure) throws Throwable {
            throw failure;
        }
    }

    @Test
    void whatAMethodThrowsIsTheFailure() throws Exception {
        start(r -> {
            r.onException(IOException.class).handled(true).bean(new Kinds(), "exception");
            r.from("direct:in").bean(new Failing()).setBody(method(new Failing()));
            r.from("direct:value").setBody(method(new Failing()));
        });
        assertThat(request(new IOException("disk"))).isEqualTo("exception java.io.IOException: disk");
        assertThat(context.createProducerTemplate().requestBody("direct:value", (Object) new IOException("full")))
                .isEqualTo("exception java.io.IOException: full");
        IllegalStateException unchecked = new IllegalStateException("state");
        Exchange failed = context.createProducerTemplate().send("direct:value", each -> each.setBody(unchecked));
        assertThat(failed.getException()).isSameAs(unchecked);
        AssertionError error = new AssertionError("error");
        assertThatExceptionOfType(RoutingExecutionException.class)
                .isThrownBy(() -> request(error))
                .withCause(error);
    }

    @Test
    void noValueForAPrimitiveFailsTheMessage() throws Exception {
        start(r -> {
            r.from("direct:in").bean(new Kinds(), "primitive");
            r.from("direct:header").removeHeader("h").bean(new Kinds(), "header");
        });

        assertThatThrownBy(() -> request(null))
                .hasRootCauseMessage(BeanTest.class.getName() + "$Kinds.primitive(int): parameter 1: the body is null,"
                        + " and int takes no null: declare the parameter as Integer, or set a value before");
        assertThatThrownBy(() -> context.createProducerTemplate().requestBody("direct:header", "x"))
                .hasRootCauseMessage(BeanTest.class.getName() + "$Kinds.header(int,String): parameter 1: the header h"
                        + " is null, and int takes no null: declare the parameter as Integer, or set a value before");
    }

    @Test
    void aValueThatCannotBeConvertedFailsTheMessage() throws Exception {
        start(r -> r.from("direct:in").bean(new Kinds(), "primitive"));

        assertThatThrownBy(() -> request("five"))
                .hasCauseInstanceOf(TypeConversionException.class)
                .hasMessageContaining("$Kinds.primitive(int): parameter 1: the body: Cannot convert to")
                .hasRootCauseInstanceOf(NumberFormatException.class);
        assertThatThrownBy(() -> request(new Kinds()))
                .hasMessageContaining(
                        "parameter 1: the body does not fit. No conversion to java.lang.Integer is known");
    }

    // ---- mistakes that are refused when the route is described

    /** What cannot be called. */
    public static final class Wrong {
        public Wrong(String argument) {}

        void hidden() {}

        public void two(String body, String other) {}

        public void array(@Headers String[] headers) {}

        public void map(@ExchangeProperties SortedMap<String, Object> properties) {}

        public void bodies(@Body String body, @Body byte[] bytes) {}
    }

    /** No public method. */
    public static final class Empty {}

    /** Its constructor throws. */
    public static final class Broken {
        public Broken() {
            throw new IllegalStateException("no database");
        }

        public void call() {}
    }

    private static String refused(Object bean, @Nullable String method) {
        Throwable failure = catchThrowable(() -> {
            if (method == null) {
                method(bean);
            } else {
                method(bean, method);
            }
        });
        assertThat(failure).isInstanceOf(IllegalArgumentException.class);
        return String.valueOf(failure.getMessage()).replace(BeanTest.class.getName() + "$", "");
    }

    @Test
    void aMistakeIsRefusedWhenTheRouteIsDescribed() throws Exception {
        Object wrong = new Wrong("");
        String types = ". In parentheses there may be the types of the parameters, as in \"price(String,int)\"";
        String all = "array(String[]), bodies(String,byte[]), map(SortedMap), two(String,String)";
        assertThat(refused(wrong, "twoo"))
                .isEqualTo("method(Wrong, twoo): there is no such public method; it has " + all + types);
        assertThat(refused(wrong, "two(${body})"))
                .startsWith("method(Wrong, two(${body})): there is no such public method");
        assertThat(refused(wrong, "two(String")).contains("there is no such public method");
        assertThat(refused(wrong, "hidden"))
                .isEqualTo("method(Wrong, hidden): the method is not public: make it public");
        assertThat(refused(new Empty(), null))
                .isEqualTo("method(Empty): there is no such public method; it has none" + types);
        assertThat(refused(wrong, null))
                .isEqualTo("method(Wrong): there are several: " + all + ". Give the name with the types of the"
                        + " parameters, as in \"array(String[])\", or mark one with @Handler");
        assertThat(refused(new Overloaded(), "of"))
                .isEqualTo("method(Overloaded, of): there are several: of(), of(String), of(String,int). Give the name"
                        + " with the types of the parameters, as in \"of()\", or mark one with @Handler");
        assertThat(refused(wrong, "two"))
                .isEqualTo(
                        "Wrong.two(String,String): parameter 2: it has no annotation, but a parameter before it is the"
                                + " body already: annotate it with @Header(\"name\"), @ExchangeProperty(\"name\") or"
                                + " another annotation of io.mehari");
        assertThat(refused(wrong, "array"))
                .isEqualTo("Wrong.array(String[]): parameter 1: it is a java.lang.String[]: declare it as a Map");
        assertThat(refused(wrong, "map"))
                .isEqualTo("Wrong.map(SortedMap): parameter 1: it is a java.util.SortedMap: declare it as a Map");
    }

    @Test
    void aClassThatCannotBeUsedIsRefused() throws Exception {
        assertThat(refused(Wrong.class, "bodies"))
                .startsWith(
                        "method(Wrong, bodies): cannot create an object of the class: java.lang.NoSuchMethodException")
                .endsWith("; give it a public constructor without parameters, or pass an object");
        assertThat(refused(Broken.class, null))
                .contains("cannot create an object of the class: java.lang.IllegalStateException: no database");
        assertThat(refused(Number.class, "intValue")).contains("cannot create an object of the class");
        assertThat(refused(Class.forName("sun.util.calendar.Gregorian"), "getName"))
                .isEqualTo("method(sun.util.calendar.Gregorian, getName): the module java.base does not let Mehari use"
                        + " the class: write \"opens sun.util.calendar to io.mehari.simple;\" in its module-info, or make"
                        + " the class public and export its package");
        assertThat(refused("name", "call"))
                .isEqualTo("method(\"name\"): a name is not enough here; give the object, such as"
                        + " getContext().getRegistry().lookupByName(\"name\")");
    }

    @Test
    void twoParametersMayBeTheBodyIfTheySaySo() throws Exception {
        start(r -> r.from("direct:in").bean(new Wrong(""), "bodies"));
        assertThat(request("x")).isEqualTo("x");
    }

    @Test
    void aStepSaysWhereItsMistakeIs() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> context.addRoutes(r -> r.from("direct:in").bean(new Kinds(), "nothing(int)")))
                .withMessageStartingWith("bean(io.mehari.simple.BeanTest$Kinds, nothing(int)): ");
        context.addRoutes(r -> r.from("direct:in").bean("none", "call"));
        assertThatExceptionOfType(FailedToCreateRouteException.class)
                .isThrownBy(context::start)
                .withMessageContaining(
                        "bean(\"none\"): the registry has no object of that name; bind one before the route"
                                + " starts: context.getRegistry().bind(\"none\", object)");
    }

    @Test
    void anExpressionOfAMethodSaysWhatItIs() {
        assertThat(method(new Kinds(), "many"))
                .hasToString("io.mehari.simple.BeanTest$Kinds.many(String,String,Exchange,long)");
        Exchange exchange = new DefaultExchange(context);
        exchange.setBody("a");
        assertThat(method(Locale.ROOT, "getLanguage").evaluate(exchange)).isEqualTo("");
    }
}
