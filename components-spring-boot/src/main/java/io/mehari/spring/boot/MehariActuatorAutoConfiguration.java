package io.mehari.spring.boot;

import io.mehari.RoutingContext;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The health indicator {@code mehari} in Spring Boot 3.5. It is the same as {@link MehariHealthAutoConfiguration},
 * which is for Spring Boot 4.
 */
@AutoConfiguration(after = MehariAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(RoutingContext.class)
public class MehariActuatorAutoConfiguration {

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
