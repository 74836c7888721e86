package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.AsyncCallback;
import io.mehari.Component;
import io.mehari.Consumer;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.Producer;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Components whose options are set by setters. */
class SetterComponentTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final EchoComponent component = new EchoComponent();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** {@code echo:path?times=2}: answers with the path, so many times. */
    static final class EchoComponent extends DefaultComponent {
        int stopped;

        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            boolean single = getAndRemoveParameter(parameters, "single", boolean.class, true);
            return new EchoEndpoint(uri, this, remaining, single);
        }

        @Override
        protected void doStop() {
            stopped++;
        }
    }

    static final class EchoEndpoint extends DefaultEndpoint {
        private final String path;
        private final boolean single;
        int times = 1;
        boolean sync;
        Object any;
        DefaultConsumer consumer;

        EchoEndpoint(String uri, Component component, String path, boolean single) {
            super(uri, component);
            this.path = path;
            this.single = single;
        }

        public void setTimes(int times) {
            this.times = times;
        }

        public void setSync(boolean sync) {
            this.sync = sync;
        }

        public void setAny(Object any) {
            this.any = any;
        }

        @Override
        public boolean isSingleton() {
            return single;
        }

        @Override
        public Producer createProducer() {
            return new EchoProducer(this);
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            consumer = new DefaultConsumer(this, processor);
            return consumer;
        }
    }

    static final class EchoProducer extends DefaultAsyncProducer {
        private final EchoEndpoint endpoint;
        private final ExecutorService pool;

        EchoProducer(EchoEndpoint endpoint) {
            super(endpoint);
            this.endpoint = endpoint;
            pool = new ExecutorServiceManager(endpoint.getRoutingContext()).newSingleThreadExecutor(this, "echo");
        }

        @Override
        public boolean process(Exchange exchange, AsyncCallback callback) {
            pool.execute(() -> {
                exchange.setBody(endpoint.path.repeat(endpoint.times));
                callback.done(false);
            });
            return false;
        }

        @Override
        protected void doStop() {
            pool.shutdown();
        }
    }

    /** Is told its context and its URI by setters, and notes its life. */
    private static final class HandMade extends DefaultEndpoint {
        final List<String> life = new ArrayList<>();

        HandMade(RoutingContext context, String uri) {
            setRoutingContext(context);
            setEndpointUri(uri);
        }

        void rename(String uri) {
            setEndpointUri(uri);
        }

        void move(RoutingContext context) {
            setRoutingContext(context);
        }

        @Override
        public Producer createProducer() {
            return new DefaultProducer(this) {
                @Override
                public void process(Exchange exchange) {
                    life.add("message");
                }

                @Override
                protected void doStart() {
                    life.add("producer");
                }
            };
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            return new DefaultConsumer(this, processor) {
                @Override
                protected void doStart() {
                    life.add("consumer of " + getRouteId());
                }
            };
        }

        @Override
        protected void doStart() {
            life.add("endpoint");
        }

        @Override
        protected void doStop() {
            life.add("stop");
        }
    }

    @Test
    void anEndpointThatWasMadeByHandLivesWithTheContext() throws Exception {
        HandMade to = new HandMade(context, "hand-made");
        HandMade from = new HandMade(context, "from-hand");
        context.addRoutes(r -> {
            r.from("direct:a").routeId("a").to(to);
            r.from("direct:b").to(to);
            r.from(from).routeId("c").to("mock:c");
        });
        context.start();
        context.createProducerTemplate().sendBody("direct:a", "x");
        context.getRouteController().stopRoute("a");
        assertThat(to.life).containsExactly("endpoint", "producer", "producer", "message");
        assertThat(from.life).containsExactly("endpoint", "consumer of c");
        context.stop();
        assertThat(to.life).endsWith("stop").containsOnlyOnce("endpoint", "stop");
    }

    @Test
    void anEndpointOfAnotherContextIsLeftAlone() throws Exception {
        DefaultRoutingContext other = new DefaultRoutingContext("other");
        HandMade foreign = new HandMade(other, "foreign");
        context.addRoutes(r -> r.from("direct:a").to(foreign));
        context.start();
        assertThat(foreign.life).containsExactly("producer");
        assertThatThrownBy(() -> foreign.rename("second"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has its URI already");
        assertThatThrownBy(() -> foreign.move(context))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("belongs to another context");
    }

    private EchoEndpoint echo(String uri) {
        return context.getEndpoint(uri, EchoEndpoint.class);
    }

    @Test
    void optionsAreSetBySettersAndConverted() {
        context.addComponent("echo", component);
        context.getRegistry().bind("thing", component);

        EchoEndpoint endpoint = echo("echo:hi?times=3&sync=true&any=#thing");

        assertThat(endpoint.times).isEqualTo(3);
        assertThat(endpoint.sync).isTrue();
        assertThat(endpoint.any).isSameAs(component);
        assertThat(endpoint.getComponent()).isSameAs(component);
    }

    @Test
    void anOptionWithoutASetterIsRefused() {
        context.addComponent("echo", component);

        assertThatThrownBy(() -> echo("echo:hi?tiems=3")).hasMessageContaining("'tiems'");
        assertThatThrownBy(() -> echo("echo:hi?times=many")).hasMessageContaining("times");
        assertThatThrownBy(() -> echo("echo:hi?any=#nothing")).hasMessageContaining("no object of that name");
        assertThatThrownBy(() -> echo("echo:hi?single=false")).hasMessageContaining("isSingleton");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "times", "completion"})
    void aFailureOfAConsumerMayGoToTheErrorHandlerOfTheRoute(String also) throws Exception {
        context.addComponent("echo", component);
        context.getRoutingContextExtension().setRouteTimes(also.equals("times"));
        MockEndpoint dead = MockEndpoint.resolve(context, "mock:dead");
        context.addRoutes(r -> {
            r.onException(IllegalStateException.class).handled(true).to(dead);
            if (also.equals("completion")) {
                r.onCompletion().to("mock:completed");
            }
            r.from("echo:in?bridgeErrorHandler=true").routeId("in").to("mock:result");
        });
        context.start();

        echo("echo:in?bridgeErrorHandler=true")
                .consumer
                .getExceptionHandler()
                .handleException("cannot read", new IllegalStateException("no disk"));

        Exchange told = dead.getReceivedExchanges().get(0);
        assertThat(told.getBody()).isEqualTo("cannot read");
        assertThat(told.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)).hasMessage("no disk");
        assertThat(MockEndpoint.resolve(context, "mock:result").getReceivedCounter())
                .isZero();
        assertThat(context.getRoutes().get(0).stats())
                .usingRecursiveComparison()
                .isEqualTo(new RouteStats(0, 0, 1, 0, 0, 1));
        if (also.startsWith("completion")) {
            MockEndpoint completed = MockEndpoint.resolve(context, "mock:completed");
            completed.expectedBodiesReceived("cannot read");
            completed.assertIsSatisfied();
        }
    }

    @Test
    void withoutThatOptionItIsLogged() throws Exception {
        context.addComponent("echo", component);
        context.addRoutes(r -> r.from("echo:in").to("mock:result"));
        context.start();
        DefaultConsumer consumer = echo("echo:in").consumer;

        consumer.getExceptionHandler().handleException("cannot read", new IllegalStateException("no disk"));

        assertThat(context.getRoutes().get(0).stats().total()).isZero();
        List<String> told = new ArrayList<>();
        consumer.setExceptionHandler((message, exchange, failure) -> told.add(message + ": " + failure.getMessage()));
        consumer.getExceptionHandler().handleException("cannot read", new IllegalStateException("no disk"));
        assertThat(told).containsExactly("cannot read: no disk");
    }

    @Test
    void itsProducersMayFinishLater() throws Exception {
        context.addComponent("echo", component);
        context.addRoutes(r -> r.from("direct:later").to("echo:a?times=2"));
        context.start();
        var template = context.createProducerTemplate();

        assertThat(template.requestBody("direct:later", "x")).isEqualTo("aa");
        assertThat(template.requestBody("echo:c?times=3", "x")).isEqualTo("ccc");
    }

    @Test
    void anInterruptDoesNotEndTheWaitAndIsKept() {
        context.addComponent("echo", component);
        context.start();
        Thread.currentThread().interrupt();
        try {
            assertThat(context.createProducerTemplate().requestBody("echo:c", "x"))
                    .isEqualTo("c");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void itHasNoSchemeOfItsOwn() {
        assertThatThrownBy(() -> context.addComponent(component)).hasMessageContaining("addComponent(\"name\"");
    }

    @Test
    void itStopsWithTheContext() {
        context.addComponent("echo", component);
        context.start();
        context.stop();
        assertThat(component.stopped).isEqualTo(1);
    }
}
