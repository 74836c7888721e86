package io.mehari.subjects.spring;

import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.context.IntegrationFlowContext;
import org.springframework.messaging.support.GenericMessage;

/** A program that starts ten flows, sends a message through each, and stops. */
public final class TenFlows {
    private static final int FLOWS = 10;

    private TenFlows() {}

    /** What Spring Integration needs. */
    @Configuration
    @EnableIntegration
    public static class Setup {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        try (var context = new AnnotationConfigApplicationContext(Setup.class)) {
            var flows = context.getBean(IntegrationFlowContext.class);
            for (int i = 0; i < FLOWS; i++) {
                IntegrationFlow flow = each -> each.filter(message -> message != null)
                        .enrichHeaders(Map.of("seen", true))
                        .transform(body -> "done")
                        .handle(message -> {});
                var channel = flows.registration(flow).id("flow" + i).register().getInputChannel();
                channel.send(new GenericMessage<>("hello"));
            }
        }
    }
}
