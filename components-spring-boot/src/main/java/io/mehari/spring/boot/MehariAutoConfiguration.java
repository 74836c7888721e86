package io.mehari.spring.boot;

import io.mehari.ConsumerTemplate;
import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.management.JmxManagement;
import io.mehari.micrometer.MicrometerMetrics;
import io.mehari.spi.RoutingContextExtension;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Creates a {@link RoutingContext} with all beans of type {@link RouteBuilder} and {@link Routes}, and the templates of
 * the context. If the application has its own context or template bean, that bean is used instead. {@code {{name}}} in
 * a URI is a property of the application, {@code #name} is a bean.
 */
@AutoConfiguration
@EnableConfigurationProperties(MehariProperties.class)
public class MehariAutoConfiguration {

    @Bean(destroyMethod = "") // MehariLifecycle stops it
    @ConditionalOnMissingBean
    RoutingContext mehariContext(
            MehariProperties properties,
            Environment environment,
            ListableBeanFactory beans,
            ObjectProvider<RoutingContextCustomizer> customizers)
            throws Exception {
        String name = properties.name();
        RoutingContext context = new DefaultRoutingContext(
                name != null ? name : environment.getProperty("spring.application.name", "mehari"));
        RoutingContextExtension settings = context.getRoutingContextExtension();
        settings.setObjectSource(each -> beans.containsBean(each) ? beans.getBean(each) : null);
        settings.setPropertySource(
                environment::getProperty,
                missing -> "set " + missing + " in application.properties, in the environment, or as an argument --"
                        + missing + "=VALUE");
        apply(properties, settings);
        for (RoutingContextCustomizer each : customizers.orderedStream().toList()) {
            each.customize(context);
        }
        return context;
    }

    private static void apply(MehariProperties properties, RoutingContextExtension settings) {
        settings.setProfile(properties.profile());
        settings.getShutdownStrategy().setTimeout(properties.shutdownTimeout());
        settings.setLifecycleLog(properties.lifecycleLog());
        settings.setRouteTimes(properties.routeTimes());
        Optional.ofNullable(properties.messageHistory()).ifPresent(settings::setMessageHistory);
        Optional.ofNullable(properties.tracing()).ifPresent(settings::setTracing);
        if (properties.jmx()) {
            settings.addLifecycleStrategy(new JmxManagement());
        }
    }

    @Bean
    MehariLifecycle mehariLifecycle(
            RoutingContext context,
            MehariProperties properties,
            ObjectProvider<RouteBuilder> builders,
            ObjectProvider<Routes> routes) {
        return new MehariLifecycle(context, properties.autoStartup(), builders, routes);
    }

    @Bean
    @ConditionalOnMissingBean
    ProducerTemplate mehariProducerTemplate(RoutingContext context) {
        return context.createProducerTemplate();
    }

    @Bean
    @ConditionalOnMissingBean
    ConsumerTemplate mehariConsumerTemplate(RoutingContext context) {
        return context.createConsumerTemplate();
    }

    /** Meters of routes and queues, if the application has a Micrometer registry. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({MicrometerMetrics.class, MeterRegistry.class})
    static class Meters {
        @Bean
        RoutingContextCustomizer mehariMeters(ObjectProvider<MeterRegistry> registries) {
            return context -> registries.ifAvailable(registry ->
                    context.getRoutingContextExtension().addLifecycleStrategy(new MicrometerMetrics(registry)));
        }
    }
}
