package io.mehari.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProducer;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.EndpointOptions;
import io.mehari.spi.EventNotifier;
import io.mehari.spi.internal.SafeText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the component sees a secret in a URI: it is in no exception, log, event, history or managed object. */
class SecretsTest {
    private static final String SECRET = "hunter2";
    private static final String OPTIONS = "user=joe&password=" + SECRET + "&accessToken=RAW(" + SECRET + "&+x)";
    private static final String URI = "safe://joe:" + SECRET + "@host/way?" + OPTIONS;

    // ---- the one function

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "safe://joe:hunter2@host:1/p?a=b | safe://joe:xxxxxx@host:1/p?a=b",
                "safe:joe:hunter2@host | safe:joe:xxxxxx@host",
                "safe://joe:hun:ter2@host,ann:hunter2@h2/p | safe://joe:xxxxxx@h2/p",
                "safe://joe:hunter2?&@host?a=b | safe://joe:xxxxxx@host?a=b",
                "safe:p?password=hunter2 | safe:p?password=xxxxxx",
                "safe:p?a=1&PassWord=hunter2&b=2 | safe:p?a=1&PassWord=xxxxxx&b=2",
                "safe:p?pass%77ord=hunter2 | safe:p?pass%77ord=xxxxxx",
                "safe:p?password=RAW(hun&ter2)&b=2 | safe:p?password=xxxxxx&b=2",
                "safe:p?password=RAW{hun&x=ter2)}&b=2 | safe:p?password=xxxxxx&b=2",
                "safe:p?password=hun&ter2&b=2 | safe:p?password=xxxxxx&xxxxxx&b=2",
                "safe:p?api.access_key=hunter2 | safe:p?api.access_key=xxxxxx",
                "safe:p?x-client-secret=hunter2 | safe:p?x-client-secret=xxxxxx",
                "safe:p?keyStorePassphrase=hunter2 | safe:p?keyStorePassphrase=xxxxxx",
                "safe:p?credentials=hunter2 | safe:p?credentials=xxxxxx",
                "safe:p?oauthToken=hunter2 | safe:p?oauthToken=xxxxxx",
                "safe:p?proxy=http://joe:hunter2@host | safe:p?proxy=http://joe:xxxxxx@host",
                "safe:p?proxy=http%3A%2F%2Fjoe:hunter2%40host | safe:p?proxy=xxxxxx",
                "direct:a | direct:a",
                "netty:tcp://host:80?size=1&to=a@b | netty:tcp://host:80?size=1&to=a@b",
                "mail:me@host | mail:me@host",
            })
    void aUriIsShownWithoutItsSecrets(String uri, String shown) {
        assertThat(SafeText.withoutSecrets(uri)).isEqualTo(shown);
        assertThat(SafeText.uri(uri)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keepAlive", "size", "keyboard", "monkeyCount", "passive", "pass-through"})
    void otherOptionsAreShown(String name) {
        assertThat(SafeText.isSecret(name)).isFalse();
    }

    @Test
    void aReasonDoesNotRepeatTheSecret() {
        assertThat(SafeText.withoutSecretsOf("safe:p?password=abc", "'abc' is not abc"))
                .isEqualTo("'xxxxxx' is not abc");
        assertThat(SafeText.withoutSecretsOf("safe:p?password=RAW{hunter2}", "hunter2 is weak"))
                .isEqualTo("xxxxxx is weak");
        assertThat(SafeText.withoutSecretsOf("safe:p?password=RAW(hunter2)", "hunter2 is weak"))
                .isEqualTo("xxxxxx is weak");
    }

    // ---- every place where a message is made

    private final List<String> seen = Collections.synchronizedList(new ArrayList<>());
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final DefaultRoutingContext context = new DefaultRoutingContext("secrets");
    private final Handler logs = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            see("log " + logged.getMessage());
            see(logged.getThrown());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Logger logger = Logger.getLogger("io.mehari");
    private final Logger category = Logger.getLogger("shown");

    private void see(@Nullable Object text) {
        seen.add(String.valueOf(text));
    }

    private void see(@Nullable Throwable failure) {
        if (failure != null) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            see(trace.toString());
        }
    }

    @BeforeEach
    void listen() {
        for (Logger each : List.of(logger, category)) {
            each.addHandler(logs);
            each.setUseParentHandlers(false);
        }
        context.addComponent(new SafeComponent());
        var services = context.getRoutingContextExtension();
        services.addLifecycleStrategy(new JmxManagement());
        services.addEventNotifier(new FlightRecorderEvents());
        services.addEventNotifier(new Events());
        services.setMessageHistory(true);
        services.setTracing(true);
    }

    @AfterEach
    void stopListening() {
        context.stop();
        for (Logger each : List.of(logger, category)) {
            each.removeHandler(logs);
            each.setUseParentHandlers(true);
        }
    }

    private void assertNothingSeen(int least) {
        assertThat(seen).hasSizeGreaterThanOrEqualTo(least).noneMatch(text -> text.contains(SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "save://joe:hunter2@host",
                "safe://joe:hunter2@host?pasword=1&password=hunter2",
                "safe:p?password=hunter2&password=hunter2",
                "safe:p?password=hunter2&size=x",
                "safe:p?size=x&proxy=http://joe:hunter2@host",
                "safe:p?pinKey=hunter2",
                "safe:p?pinKey=RAW(hunter2)",
                "safe:p?pinKey=RAW(hunter2",
                "safe:p?password=%zzhunter2",
                "safe:p?password=a&hunter2",
                "safe:p?password=#hunter2",
                "safe:refused?password=hunter2",
                "safe:broken?password=hunter2",
                "safe:p?password=hunter2\n",
                "safe:{{none}}?password=hunter2",
                "safe:{{none?password=hunter2",
                "hunter2?password=hunter2:x",
            })
    void aRefusedUri(String uri) throws Exception {
        String refused = uri.equals("hunter2?password=hunter2:x") ? "x?password=hunter2:x" : uri;
        see(catchThrowable(() -> context.getEndpoint(refused)));
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        see(catchThrowable(() -> template.sendBody(refused, "x")));
        see(catchThrowable(() -> context.createConsumerTemplate().receiveBody(refused, 0)));
        see(catchThrowable(() -> context.addRoutes(r -> r.from(refused).to("log:a"))));
        see(catchThrowable(() -> context.addRoutes(r -> r.from("direct:to").to(refused))));
        context.addRoutes(r -> {
            r.from("direct:dynamic").toD().allowedSchemes("x").uri("${body}");
            r.from("direct:list").recipientList(exchange -> List.of(exchange.getBody(String.class)));
            r.from("direct:tap").wireTap("${body}").allowedSchemes("x");
            r.from("direct:enrich").enrich(RouteBuilder.body()).allowedSchemes("x");
        });
        for (String route : List.of("dynamic", "list", "tap", "enrich")) {
            see(catchThrowable(() -> template.sendBody("direct:" + route, refused)));
        }
        context.stop();
        assertNothingSeen(8);
    }

    @Test
    void anEndpointThatWorksAndFails() throws Exception {
        see(catchThrowable(() -> context.createProducerTemplate().sendBody(URI, "not started")));
        context.addRoutes(r -> {
            r.errorHandler(
                    RouteBuilder.deadLetterChannel(URI).maximumRedeliveries(1).redeliveryDelay(1));
            r.from("direct:dead").to(URI);
            r.from("direct:shown")
                    .errorHandler(RouteBuilder.defaultErrorHandler())
                    .onException(Exception.class)
                    .handled(true)
                    .to("log:shown?showAll=true")
                    .process(exchange -> see(exchange.getProperty(Exchange.MESSAGE_HISTORY)))
                    .end()
                    .to(URI);
            r.from("direct:fails").errorHandler(RouteBuilder.noErrorHandler()).to(URI);
            r.from("direct:list")
                    .errorHandler(RouteBuilder.noErrorHandler())
                    .recipientList(RouteBuilder.constant(URI))
                    .to("log:shown?showAll=true");
            r.from("direct:tap").wireTap(URI);
            r.from("direct:to").errorHandler(RouteBuilder.noErrorHandler()).enrich(each -> each.getBody());
        });
        Path file = Files.createTempFile("secrets", ".jfr");
        try (Recording recording = new Recording()) {
            for (String event : List.of("Exchange", "Send", "Redelivery")) {
                recording.enable("mehari." + event);
            }
            recording.start();
            context.start();
            for (String route : List.of("dead", "shown", "fails", "list", "tap", "to")) {
                see(catchThrowable(() ->
                        context.createProducerTemplate().sendBody("direct:" + route, route.equals("to") ? URI : "x")));
            }
            seeManaged();
            Endpoint endpoint = context.getEndpoint(URI);
            see(endpoint.toString());
            see(catchThrowable(() -> context.createConsumerTemplate().receiveBody(URI, 0)));
            see(catchThrowable(() -> context.getEndpoint(URI, DirectEndpoint.class)));
            see(catchThrowable(() -> context.addRoutes(r -> r.from(URI).to("log:a"))));
            context.stop();
            recording.stop();
            recording.dump(file);
        }
        RecordingFile.readAllEvents(file).forEach(this::see);
        Files.delete(file);
        assertThat(seen).anyMatch(text -> text.startsWith("bean ") && text.contains("host/way"));
        assertThat(seen).anyMatch(text -> text.contains("mehari.Send"));
        assertThat(seen)
                .anyMatch(text ->
                        text.startsWith("log ") && text.contains("MehariFailureEndpoint=safe:joe:xxxxxx@host/way"));
        assertThat(seen).anyMatch(text -> text.startsWith("[MessageHistory"));
        assertNothingSeen(20);
    }

    @Test
    void endpointsThatDifferInASecretAloneAreTwoBeans() throws Exception {
        context.start();
        ObjectName beans =
                new ObjectName("io.mehari:context=" + ObjectName.quote(context.getName()) + ",type=endpoint,*");
        context.getEndpoint("safe:p?password=" + SECRET);
        Endpoint second = context.getEndpoint("safe:p?password=another");
        assertThat(server.queryNames(beans, null))
                .extracting(each -> ObjectName.unquote(each.getKeyProperty("name")))
                .containsExactlyInAnyOrder("safe:p?password=xxxxxx", "safe:p?password=xxxxxx (2)");
        context.removeEndpoint(second);
        assertThat(server.queryNames(beans, null))
                .extracting(each -> ObjectName.unquote(each.getKeyProperty("name")))
                .containsExactly("safe:p?password=xxxxxx");
        context.stop();
        assertThat(server.queryNames(beans, null)).isEmpty();
    }

    private void seeManaged() throws Exception {
        for (ObjectName name : server.queryNames(new ObjectName("io.mehari:*"), null)) {
            see("bean " + name);
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                see("attribute " + attribute.getName() + " " + server.getAttribute(name, attribute.getName()));
            }
        }
    }

    private final class Events implements EventNotifier {
        @Override
        public void onExchangeSending(Exchange exchange, Endpoint endpoint) {
            see("sending " + exchange + " to " + endpoint);
        }

        @Override
        public void onExchangeFailed(Exchange exchange, long nanos) {
            see("failed " + exchange);
            see(exchange.getException());
        }
    }

    /** Keeps secrets; a message sent there fails. */
    private static final class SafeComponent extends Component {
        static final EndpointOption<String> USER = EndpointOption.optional("user", String.class, "who");
        static final EndpointOption<String> PASSWORD = EndpointOption.optional("password", String.class, "what to say");
        static final EndpointOption<String> TOKEN =
                EndpointOption.optional("accessToken", String.class, "what to show");
        static final EndpointOption<String> PROXY = EndpointOption.optional("proxy", String.class, "the way");
        static final EndpointOption<Integer> PIN = EndpointOption.optional("pinKey", Integer.class, "what to type");
        static final EndpointOption<Integer> SIZE = EndpointOption.optional("size", Integer.class, "how big");

        @Override
        public String getScheme() {
            return "safe";
        }

        @Override
        public List<EndpointOption<?>> getOptions() {
            return List.of(USER, PASSWORD, TOKEN, PROXY, PIN, SIZE);
        }

        @Override
        public Endpoint createEndpoint(String uri, String remaining, EndpointOptions options) throws Exception {
            if (remaining.equals("refused")) {
                throw new io.mehari.InvalidOptionException(
                        uri, "the password '" + options.find(PASSWORD) + "' is weak", null);
            }
            if (remaining.equals("broken")) {
                throw new IOException("no network");
            }
            return new SafeEndpoint(getContext(), uri);
        }
    }

    private static final class SafeEndpoint extends Endpoint {
        SafeEndpoint(RoutingContext context, String uri) {
            super(context, uri);
        }

        @Override
        public Object getManagedObject() {
            return new Bean();
        }

        @Override
        public Producer createProducer() {
            return new AsyncProducer() {
                @Override
                public Endpoint getEndpoint() {
                    return SafeEndpoint.this;
                }

                @Override
                public void process(Exchange exchange) throws Exception {
                    throw new IOException(SafeEndpoint.this + " is closed");
                }

                @Override
                public boolean process(Exchange exchange, AsyncCallback callback) {
                    exchange.setException(new IOException(SafeEndpoint.this + " is closed"));
                    callback.done(true);
                    return true;
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            throw new UnsupportedOperationException("Nothing comes from " + this);
        }
    }

    /** Something to show. */
    public interface BeanMXBean {
        int getSize();
    }

    /** Something to show. */
    public static final class Bean implements BeanMXBean {
        @Override
        public int getSize() {
            return 1;
        }
    }
}
