package io.mehari.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.ConsumerTemplate;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.ServiceStatus;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class MehariAutoConfigurationTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MehariAutoConfiguration.class, MehariEndpointAutoConfiguration.class, healthOfThisVersion()))
            .withPropertyValues("spring.application.name=shop");

    private static boolean isBoot4() {
        return org.springframework.boot.SpringBootVersion.getVersion().startsWith("4.");
    }

    private static Class<?> healthOfThisVersion() {
        return isBoot4() ? MehariHealthAutoConfiguration.class : MehariActuatorAutoConfiguration.class;
    }

    @Configuration(proxyBeanMethods = false)
    static class Orders {
        @Bean
        RouteBuilder orders(ProducerTemplate template) { // the template must not need the routes
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:{{orders.in}}")
                            .routeId("orders")
                            .to("seda:store?queue=#store")
                            .to("mock:{{orders.out:packed}}");
                }
            };
        }

        @Bean
        Routes returns() {
            return routes -> routes.from("direct:returns").routeId("returns").to("mock:returned");
        }

        @Bean
        BlockingQueue<Object> store() {
            return new ArrayBlockingQueue<>(10);
        }
    }

    @Test
    void theVersionIsTheOneThatTheBuildNames() {
        assertThat(SpringBootVersion.getVersion()).isEqualTo(System.getProperty("spring-boot.tested"));
    }

    @Test
    void s6_theActuatorShowsTheRoutes() throws Exception {
        // the actuator finds the part of the path by this name
        assertThat(MehariEndpoint.class
                        .getMethod("describeAs", String.class)
                        .getParameters()[0]
                        .getName())
                .isEqualTo("format");
        application
                .withUserConfiguration(Orders.class)
                .withPropertyValues("orders.in=orders")
                .run(started -> {
                    MehariEndpoint endpoint = started.getBean(MehariEndpoint.class);
                    assertThat(endpoint.describe())
                            .startsWith("{\"kind\":\"context\",\"name\":\"shop\"")
                            .contains("\"uri\":\"mock:packed\"");
                    assertThat(endpoint.describeAs("mermaid")).contains("from direct:orders");
                    assertThatThrownBy(() -> endpoint.describeAs("xml"))
                            .isInstanceOf(InvalidEndpointRequestException.class)
                            .hasMessageContaining("use text, json or mermaid");
                });
    }

    @Test
    void routesOfBothKindsRunWithTheApplication() {
        application
                .withUserConfiguration(Orders.class)
                .withPropertyValues("orders.in=sales")
                .run(spring -> {
                    RoutingContext context = spring.getBean(RoutingContext.class);
                    assertThat(context.getName()).isEqualTo("shop");
                    assertThat(context.isStarted()).isTrue();
                    assertThat(context.getRoutes()).hasSize(2);
                    MockEndpoint packed = context.getEndpoint("mock:packed", MockEndpoint.class);
                    packed.expectedBodiesReceived("dates");

                    spring.getBean(ProducerTemplate.class).sendBody("direct:sales", "dates");

                    packed.assertIsSatisfied();
                    assertThat(spring.getBean("store", BlockingQueue.class).size())
                            .isEqualTo(1);
                    assertThat(spring).hasSingleBean(ConsumerTemplate.class);
                });
    }

    @Test
    void theContextStopsWithTheApplication() {
        List<RoutingContext> contexts = new ArrayList<>();
        application.run(spring -> contexts.add(spring.getBean(RoutingContext.class)));

        assertThat(contexts.get(0).getStatus()).isEqualTo(ServiceStatus.Stopped);
    }

    @Test
    void propertiesSetTheContextUp() {
        application
                .withPropertyValues(
                        "mehari.name=north",
                        "mehari.profile=dev",
                        "mehari.message-history=false",
                        "mehari.route-times=true",
                        "mehari.shutdown-timeout=3s",
                        "mehari.jmx=true")
                .run(spring -> {
                    RoutingContext context = spring.getBean(RoutingContext.class);
                    var settings = context.getRoutingContextExtension();
                    assertThat(context.getName()).isEqualTo("north");
                    assertThat(settings.isMessageHistory()).isFalse();
                    assertThat(settings.isRouteTimes()).isTrue();
                    assertThat(settings.getShutdownStrategy().getTimeout()).hasSeconds(3);
                    assertThat(ManagementFactory.getPlatformMBeanServer()
                                    .isRegistered(new ObjectName("io.mehari:context=\"north\",type=context")))
                            .isTrue();
                });
    }

    @Test
    void withoutAutoStartupTheContextWaitsForItsLifecycle() {
        application.withPropertyValues("mehari.auto-startup=false").run(spring -> {
            RoutingContext context = spring.getBean(RoutingContext.class);
            assertThat(context.isStopped()).isTrue();

            spring.getBean("mehariLifecycle", SmartLifecycle.class).start();
            assertThat(context.isStarted()).isTrue();
        });
    }

    @Test
    void startedAgainItHasTheSameRoutes() {
        application
                .withUserConfiguration(Orders.class)
                .withPropertyValues("orders.in=sales")
                .run(spring -> {
                    SmartLifecycle lifecycle = spring.getBean("mehariLifecycle", SmartLifecycle.class);
                    lifecycle.stop();
                    assertThat(lifecycle.isRunning()).isFalse();
                    lifecycle.start();

                    assertThat(spring.getBean(RoutingContext.class).getRoutes()).hasSize(2);
                    assertThat(lifecycle.isRunning()).isTrue();
                });
    }

    @Test
    void aPropertyThatIsMissingEndsTheStart() {
        application
                .withUserConfiguration(Orders.class)
                .run(spring -> assertThat(spring)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("There is no value for {{orders.in}}"));
    }

    @Test
    void customizersComeBeforeRoutes() {
        List<Integer> routesThen = new ArrayList<>();
        application
                .withUserConfiguration(Orders.class)
                .withPropertyValues("orders.in=sales")
                .withBean(
                        RoutingContextCustomizer.class,
                        () -> context -> routesThen.add(context.getRoutes().size()))
                .run(spring -> assertThat(routesThen).containsExactly(0));
    }

    @Test
    void anApplicationMayBringItsOwnContext() {
        RoutingContext mine = new DefaultRoutingContext("mine");
        application.withBean(RoutingContext.class, () -> mine).run(spring -> {
            assertThat(spring.getBean(RoutingContext.class)).isSameAs(mine);
            assertThat(mine.isStarted()).isTrue();
        });
        assertThat(mine.isStopped()).isTrue();
    }

    @Test
    void aContextThatIsStartedAlreadyGetsTheRoutesOfTheApplication() {
        RoutingContext mine = new DefaultRoutingContext("mine");
        mine.start();
        application
                .withBean(RoutingContext.class, () -> mine)
                .withBean(
                        Routes.class, () -> r -> r.from("direct:a").routeId("a").process(exchange -> {}))
                .run(spring -> assertThat(mine.getRoute("a")).isNotNull());
        assertThat(mine.isStopped()).isTrue();
    }

    @Test
    void aContextThatTheApplicationStartsItselfIsStoppedInItsPhase() {
        application.withPropertyValues("mehari.auto-startup=false").run(spring -> {
            spring.getBean(RoutingContext.class).start();
            assertThat(spring.getBean(MehariLifecycle.class).isRunning()).isTrue();
        });
    }

    @Test
    void aStartAfterOneThatFailedAddsTheOtherRoutes() {
        AtomicInteger calls = new AtomicInteger();
        application
                .withPropertyValues("mehari.auto-startup=false")
                .withBean(
                        "first",
                        Routes.class,
                        () -> r -> r.from("direct:a").routeId("a").process(exchange -> {}))
                .withBean("second", Routes.class, () -> r -> {
                    if (calls.getAndIncrement() == 0) {
                        throw new IllegalStateException("not yet");
                    }
                    r.from("direct:b").routeId("b").process(exchange -> {});
                })
                .run(spring -> {
                    MehariLifecycle lifecycle = spring.getBean(MehariLifecycle.class);
                    assertThatThrownBy(lifecycle::start).hasMessageContaining("not yet");
                    lifecycle.start();
                    RoutingContext context = spring.getBean(RoutingContext.class);
                    assertThat(context.getRoute("a")).isNotNull();
                    assertThat(context.getRoute("b")).isNotNull();
                    assertThat(context.isStarted()).isTrue();
                });
    }

    @Test
    void metersAreInTheRegistryOfTheApplication() {
        application
                .withUserConfiguration(Orders.class)
                .withPropertyValues("orders.in=sales")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(spring -> {
                    spring.getBean(ProducerTemplate.class).sendBody("direct:sales", "dates");
                    assertThat(spring.getBean(MeterRegistry.class)
                                    .get("mehari.exchanges")
                                    .tags("context", "shop", "route", "orders", "outcome", "completed")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(1);
                });
    }

    @Test
    void s6_theApplicationSaysWhatItRunsUnlessItIsTold() {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                said.add(line.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.mehari.context");
        logger.addHandler(handler);
        try {
            var shop = application.withUserConfiguration(Orders.class).withPropertyValues("orders.in=orders");
            shop.withPropertyValues("mehari.lifecycle-log=false").run(started -> {});
            assertThat(said).isEmpty();
            shop.run(started -> {});
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("context shop has started", "2 routes", "orders from direct:orders");
        assertThat(said.get(1)).contains("Context shop has stopped", "no message was left");
    }

    @Test
    void healthFollowsTheContext() {
        application.run(spring -> {
            RoutingContext context = spring.getBean(RoutingContext.class);
            Object indicator = spring.getBean("mehariHealthIndicator");

            assertThat(health(indicator))
                    .contains("UP", "name=shop", "routes=0")
                    .contains("exchangesDeadLettered=0", "exchangesRefused=0", "openGroups=0");
            context.suspend();
            assertThat(health(indicator)).contains("OUT_OF_SERVICE");
            context.stop();
            assertThat(health(indicator)).contains("DOWN");
        });
    }

    private static String health(Object indicator) {
        return isBoot4()
                ? ((org.springframework.boot.health.contributor.HealthIndicator) indicator)
                        .health(true)
                        .toString()
                : ((org.springframework.boot.actuate.health.HealthIndicator) indicator)
                        .health()
                        .toString();
    }

    @Test
    void eachPropertyIsDescribedForEditors() throws IOException {
        String described;
        try (InputStream metadata = Objects.requireNonNull(
                getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            described = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
        }
        RecordComponent[] all = MehariProperties.class.getRecordComponents();
        for (RecordComponent each : all) {
            String kebab = each.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            assertThat(described).contains("\"mehari." + kebab + "\"");
        }
        assertThat(described.split("\"name\": \"mehari[.]", -1)).hasSize(all.length + 1);
    }
}
