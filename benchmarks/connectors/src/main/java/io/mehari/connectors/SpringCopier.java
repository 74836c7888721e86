package io.mehari.connectors;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.IntegrationFlowBuilder;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/** Spring Integration, with a cache of sessions and producers for its sends. */
final class SpringCopier implements Copier {
    static {
        System.setProperty("org.apache.commons.logging.LogFactory", "org.apache.commons.logging.impl.LogFactoryImpl");
        System.setProperty("org.apache.commons.logging.Log", "org.apache.commons.logging.impl.NoOpLog");
    }

    /** Enables Spring Integration, which creates flows from the beans that describe them. */
    @Configuration(proxyBeanMethods = false)
    @EnableIntegration
    static class Integration {
        Integration() {}
    }

    @Override
    public AutoCloseable start(Plan plan) {
        var source = new DefaultMessageListenerContainer();
        source.setConnectionFactory(Copier.source(plan));
        source.setDestinationName(plan.source());
        source.setSessionAcknowledgeMode(jakarta.jms.Session.CLIENT_ACKNOWLEDGE);
        source.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
        source.setConcurrentConsumers(plan.consumers());
        var connections = new CachingConnectionFactory(Copier.target(plan));
        connections.setSessionCacheSize(plan.consumers());
        var template = new JmsTemplate(connections);
        template.setExplicitQosEnabled(true);
        template.setDeliveryPersistent(false);

        var context = new AnnotationConfigApplicationContext();
        context.register(Integration.class);
        context.registerBean("flow", IntegrationFlow.class, () -> {
            IntegrationFlowBuilder flow = IntegrationFlow.from(Jms.messageDrivenChannelAdapter(source));
            if (plan.serviceMicros() > 0) {
                flow.handle(String.class, (body, headers) -> {
                    Stopwatch.serve(body, plan.serviceMicros());
                    return body;
                });
            }
            return flow.handle(Jms.outboundAdapter(template).destination(plan.target()))
                    .get();
        });
        context.refresh();
        return () -> {
            context.close();
            connections.destroy();
        };
    }
}
