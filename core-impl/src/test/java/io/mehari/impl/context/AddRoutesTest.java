package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.FailedToCreateRouteException;
import io.mehari.Route;
import io.mehari.RuntimeRoutingException;
import io.mehari.ServiceStatus;
import io.mehari.UnknownOptionException;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.LifecycleStrategy;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes that are added together are all added, or none of them is. */
class AddRoutesTest {

    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @AfterEach
    void stop() {
        context.stop();
    }

    private void add(String... ids) throws Exception {
        context.addRoutes(r -> {
            for (String id : ids) {
                r.from("direct:" + id).routeId(id).to("sink:out");
            }
        });
    }

    private ServiceStatus status(String id) {
        return context.getRouteController().getRouteStatus(id);
    }

    private void whenStarted(String routeId, Runnable task) {
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStarted(Route route) {
                if (route.getRouteId().equals(routeId)) {
                    task.run();
                }
            }
        });
    }

    /** They take a second or two; twice as many took four times as long, which was minutes. */
    @Test
    @Timeout(30)
    void s3_theTimeToAddRoutesGrowsWithTheirNumberAlone() throws Exception {
        context.start();
        context.addRoutes(r -> {
            for (int i = 0; i < 80_000; i++) {
                r.from("direct:" + i).startupOrder(i).to("direct:0");
            }
        });
        for (int i = 0; i < 10_000; i++) {
            String id = "one" + i;
            context.addRoutes(r -> r.from("direct:" + id).routeId(id).to("direct:1"));
        }
        assertThat(context.getRoutes()).hasSize(90_000);
    }

    @Test
    void aBuilderMayBeGivenItsContextAndALambda() throws Exception {
        Routes routes =
                r -> r.from("direct:b").setBody(exchange -> r.getContext().getName());
        RouteBuilder builder = new RouteBuilder(context) {
            @Override
            public void configure() throws Exception {
                bindToRegistry("two", this);
                routes.accept(this);
            }
        };
        assertThat(builder.getContext()).isSameAs(context);
        context.addRoutes(builder);
        RouteBuilder.addRoutes(context, r -> r.from("direct:a").to("direct:b"));
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:a", "")).isEqualTo(context.getName());
        assertThat(context.getRegistry().lookupByName("two")).isSameAs(builder);
    }

    @Test
    void aCheckedExceptionOfABuilderIsTheCauseOfAnUncheckedOne() {
        IOException thrown = new IOException("no file of routes");
        assertThatThrownBy(() -> context.addRoutes(r -> {
                    throw thrown;
                }))
                .isInstanceOf(RuntimeRoutingException.class)
                .hasMessageContaining("no file of routes")
                .hasCause(thrown);
        IllegalArgumentException unchecked = new IllegalArgumentException("as it is");
        assertThatThrownBy(() -> context.addRoutes(r -> {
                    throw unchecked;
                }))
                .isSameAs(unchecked);
    }

    @Test
    void aBuilderKnowsItsContextInConfigure() throws Exception {
        RouteBuilder builder = new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:a").setBody(constant(getContext().getName()));
            }
        };
        assertThatThrownBy(builder::getContext)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("configure()");

        context.addRoutes(builder);
        context.start();
        assertThat(context.createProducerTemplate().requestBody("direct:a", "x"))
                .isEqualTo(context.getName());
        assertThat(builder.getContext()).isSameAs(context);
    }

    @Test
    void routesThatAreAddedWhileTheContextStartsRun() throws Exception {
        var elsewhere = Executors.newSingleThreadExecutor();
        CountDownLatch done = new CountDownLatch(1);
        add("a", "b");
        whenStarted("b", () -> {
            Future<?> adding = elsewhere.submit(() -> {
                add("c", "d");
                done.countDown();
                return null;
            });
            try {
                assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
                adding.get();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        context.start();
        elsewhere.shutdown();
        assertThat(status("c")).isEqualTo(ServiceStatus.Started);
        assertThat(status("d")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void routesThatAreAddedToASuspendedContextRunWhenItIsResumed() throws Exception {
        context.start();
        context.suspend();
        add("a");
        assertThat(status("a")).isEqualTo(ServiceStatus.Stopped);
        context.resume();
        assertThat(status("a")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void ofABatchWithAnIdThatIsThereNothingIsAdded() throws Exception {
        context.start();
        add("b");
        assertThatThrownBy(() -> add("a", "b")).isInstanceOf(FailedToCreateRouteException.class);
        assertThatThrownBy(() -> add("c", "c")).isInstanceOf(FailedToCreateRouteException.class);
        assertThat(context.getRoutes()).hasSize(1);
        add("a");
        assertThat(status("a")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void ofABatchOfWhichOneFailsToStartNothingIsAdded() throws Exception {
        context.start();
        assertThatThrownBy(() -> context.addRoutes(r -> {
                    r.from("direct:a").routeId("a").to("sink:out");
                    r.from("direct:b").routeId("b").to("sink:out?nosuch=option");
                }))
                .hasCauseInstanceOf(UnknownOptionException.class)
                .hasMessageContaining("step 1 (to sink:out?nosuch=option)");
        assertThat(context.getRoutes()).isEmpty();
        add("a", "b");
        assertThat(status("a")).isEqualTo(ServiceStatus.Started);
    }

    @Test
    void aRouteThatIsAddedWhileTheContextStopsDoesNotRun() throws Exception {
        add("a");
        context.getRoutingContextExtension().addLifecycleStrategy(new LifecycleStrategy() {
            @Override
            public void onRouteStopped(Route route) {
                try {
                    add("late");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        });
        context.start();
        context.stop();
        assertThat(status("late")).isEqualTo(ServiceStatus.Stopped);
    }
}
