package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.spring.boot.MehariAutoConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of both starters find each other, and the application stops both in the right order. */
@Timeout(120)
@DisabledIfSystemProperty(named = "camel.tested", matches = ".*", disabledReason = "its starter is of another version")
class SpringBootTest {
    private static final BlockingQueue<Object> ARRIVED = new LinkedBlockingQueue<>();

    @TempDir
    private static Path folder;

    @Configuration
    @ImportAutoConfiguration({CamelAutoConfiguration.class, MehariAutoConfiguration.class})
    static class Application {
        @Bean
        RouteBuilder mehariRoutes() {
            return new RouteBuilder() {
                @Override
                public void configure() {
                    from("camel:file:" + folder + "?initialDelay=0&delay=10&mehari.maxInFlight=20"
                                    + "&move=done/${file:name}&moveFailed=failed/${file:name}")
                            .delay(5)
                            .to("seda:work");
                    from("seda:work").to("camel:direct:camels");
                    from("direct:last").delay(2).process(exchange -> ARRIVED.add("x"));
                }
            };
        }

        @Bean
        org.apache.camel.builder.RouteBuilder camelRoutes() {
            return new org.apache.camel.builder.RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:camels").to("mehari:direct:last");
                }
            };
        }
    }

    @Test
    void k7_theApplicationStopsBothInTheRightOrder() throws Exception {
        for (int i = 0; i < 300; i++) {
            Files.writeString(folder.resolve("f" + i), "x");
        }
        SpringApplication application = new SpringApplication(Application.class);
        application.setBannerMode(Banner.Mode.OFF);
        ConfigurableApplicationContext spring = application.run();
        CamelContext camel = spring.getBean(CamelContext.class);
        RoutingContext mehari = spring.getBean(RoutingContext.class);
        assertThat(((CamelComponent) mehari.hasComponent("camel")).getCamelContext())
                .isSameAs(camel);
        for (int i = 0; i < 50; i++) {
            assertThat(ARRIVED.poll(30, TimeUnit.SECONDS)).isNotNull();
        }
        spring.close();
        assertThat(mehari.isStopped()).isTrue();
        assertThat(camel.isStopped()).isTrue();
        assertThat(folder.resolve("failed")).doesNotExist();
        try (Stream<Path> done = Files.list(folder.resolve("done"))) {
            assertThat(done.count()).isEqualTo(ARRIVED.size() + 50);
        }
    }
}
