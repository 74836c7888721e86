package io.mehari.faults;

import io.mehari.Exchange;
import io.mehari.InvalidPayloadException;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.jms.JmsComponent;
import io.mehari.component.jms.JmsConnectionException;
import io.mehari.component.kafka.KafkaComponent;
import io.mehari.impl.DefaultRoutingContext;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The route of {@link SalesRoute}, except that it refuses some messages. It sends them to a dead letter queue, with
 * their headers and the cause. While Artemis is down, no message becomes a dead letter: sends are tried again.
 */
final class CheckedSalesRoute extends RouteBuilder {
    /** The header with the cause of a dead letter. */
    static final String CAUSE = "cause";

    private final String options;

    private CheckedSalesRoute(String options) {
        this.options = options;
    }

    /** Arguments: host:port of Kafka, host:port of Artemis, and more options of {@code kafka:}. */
    public static void main(String[] args) throws Exception {
        KafkaComponent kafka = new KafkaComponent();
        kafka.setBrokers(args[0]);
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(new ActiveMQConnectionFactory("tcp://" + args[1] + "?confirmationWindowSize=1048576"));

        var context = new DefaultRoutingContext();
        context.addComponent(kafka);
        context.addComponent(jms);
        context.addRoutes(new CheckedSalesRoute(args[2]));
        context.start();
        Thread.currentThread().join();
    }

    @Override
    public void configure() {
        errorHandler(deadLetterChannel("jms:queue:" + Stage.DEAD_LETTERS + "?asyncSend=true")
                .maximumRedeliveries(1)
                .redeliveryDelay(0)
                .onPrepareFailure(CheckedSalesRoute::addCause)
                .deadLetterHandleNewException(false)); // true would lose dead letters while Artemis is down
        onException(JmsConnectionException.class).maximumRedeliveries(-1).redeliveryDelay(200); // no dead letter

        from("kafka:" + Stage.TOPIC + "?groupId=" + Stage.GROUP + "&autoOffsetReset=earliest" + options)
                .process(CheckedSalesRoute::check)
                .to("jms:queue:" + Stage.QUEUE + "?asyncSend=true");
    }

    private static void check(Exchange exchange) throws InvalidPayloadException {
        Numbered sale = Numbered.parse(exchange.getMandatoryBody(String.class));
        if (sale == null || sale.poison()) {
            throw new IllegalArgumentException(refusal(String.valueOf(exchange.getHeader("sale"))));
        }
    }

    /** The reason to refuse a message; null to accept it. */
    static String refusal(String sale) {
        return "Sale " + sale + " is not valid";
    }

    private static void addCause(Exchange exchange) {
        exchange.setHeader(CAUSE, String.valueOf(exchange.getProperty(Exchange.EXCEPTION_CAUGHT)));
    }
}
