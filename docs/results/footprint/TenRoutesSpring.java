import java.util.Map;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.dsl.context.IntegrationFlowContext;
import org.springframework.messaging.support.GenericMessage;

public class TenRoutesSpring {
    @Configuration
    @EnableIntegration
    public static class Config {}

    public static void main(String[] args) {
        try (var context = new AnnotationConfigApplicationContext(Config.class)) {
            var flows = context.getBean(IntegrationFlowContext.class);
            for (int i = 0; i < 10; i++) {
                IntegrationFlow flow = f -> f.filter(message -> message != null)
                        .enrichHeaders(Map.of("seen", true))
                        .transform(body -> "done")
                        .handle(message -> {});
                var channel = flows.registration(flow).id("flow" + i).register().getInputChannel();
                channel.send(new GenericMessage<>("hello"));
            }
        }
    }
}
