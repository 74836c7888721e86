package io.mehari.spring.boot;

import io.mehari.RoutingContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * The health indicator {@code mehari} in Spring Boot 4: up while the context is started, out of service while it is
 * suspended.
 */
@AutoConfiguration(after = MehariAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(RoutingContext.class)
public class MehariHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "mehariHealthIndicator")
    HealthIndicator mehariHealthIndicator(RoutingContext context) {
        return () -> {
            Health.Builder health = ContextHealth.isUp(context)
                    ? Health.up()
                    : ContextHealth.isSuspended(context) ? Health.outOfService() : Health.down();
            return health.withDetails(ContextHealth.details(context)).build();
        };
    }
}
