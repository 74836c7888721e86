package io.mehari.spring.boot;

import io.mehari.RoutingContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The actuator endpoint {@code mehari}, if the application has the actuator; for Spring Boot 3.5 and 4. */
@AutoConfiguration(after = MehariAutoConfiguration.class)
@ConditionalOnClass(Endpoint.class)
@ConditionalOnBean(RoutingContext.class)
class MehariEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MehariEndpoint mehariEndpoint(RoutingContext context) {
        return new MehariEndpoint(context);
    }
}
