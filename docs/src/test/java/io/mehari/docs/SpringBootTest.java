package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ProducerTemplate;
import io.mehari.builder.Routes;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class SpringBootTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {
        // region routes
        @Bean
        Routes orders() {
            return routes -> routes.from("direct:{{orders.in}}").to("seda:out?queue=#store");
        }

        @Bean
        BlockingQueue<Object> store() {
            return new ArrayBlockingQueue<>(100);
        }
        // endregion
    }

    @Test
    void aShop() {
        SpringApplication application = new SpringApplication(Shop.class);
        try (ConfigurableApplicationContext spring = application.run(
                "--orders.in=sales", "--spring.main.banner-mode=off", "--spring.main.log-startup-info=false")) {
            // region send
            ProducerTemplate template = spring.getBean(ProducerTemplate.class); // or a parameter of a constructor
            template.sendBody("direct:sales", "dates");
            // endregion
            assertThat(spring.getBean("store", BlockingQueue.class).size()).isEqualTo(1);
        }
    }
}
