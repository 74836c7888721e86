package io.mehari.docs.mistakes;

import static io.mehari.docs.mistakes.Mistake.mistake;

import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Kafka and message brokers. */
final class BrokerMistakes {
    private static final String BROKERS = "brokers=localhost:1&groupId=g";

    private BrokerMistakes() {}

    private static Mistake from(String name, String uri) {
        return mistake(name, n -> n.routes(r -> r.from(uri).to("mock:out")));
    }

    private static Mistake jms(String name, String uri, Object body) {
        return mistake(name, n -> {
            n.context
                    .getRegistry()
                    .bind(
                            "artemis",
                            new ActiveMQConnectionFactory(
                                    "tcp://localhost:1?reconnectAttempts=0&initialConnectAttempts=1"));
            n.message(body, r -> r.from("direct:a").to(uri));
        });
    }

    private static Mistake kafka(String name, String uri, Object body) {
        return mistake(name, n -> n.message(body, r -> r.from("direct:a").to(uri)));
    }

    static List<Mistake> all() {
        return List.of(
                from("kafka without brokers", "kafka:orders?groupId=g"),
                from("kafka without a group", "kafka:orders?brokers=localhost:9092"),
                from("kafka without a topic", "kafka:?" + BROKERS),
                from("Kafka's own name of an option", "kafka:orders?bootstrap.servers=localhost:9092"),
                from("a mistyped option of kafka", "kafka:orders?brokerz=localhost:9092"),
                from("kafka brokers without a port", "kafka:orders?brokers=localhost&groupId=g"),
                from("a wrong autoOffsetReset", "kafka:orders?autoOffsetReset=first&" + BROKERS),
                from("a wrong seekTo", "kafka:orders?seekTo=start&" + BROKERS),
                from("a deserializer that is not there", "kafka:orders?valueDeserializer=my.Orders&" + BROKERS),
                from("a wrong security protocol", "kafka:orders?securityProtocol=TLS&" + BROKERS),
                from(
                        "a trust store that is not there",
                        "kafka:orders?securityProtocol=SSL" + "&sslTruststoreLocation=/no/such.jks&" + BROKERS),
                kafka("no Kafka", "kafka:orders?maxBlockMs=300&brokers=localhost:1", "x"),
                from("jms without a factory", "jms:queue:orders"),
                from("jms with a factory that is not bound", "jms:queue:orders?connectionFactory=#artemis"),
                mistake("jms with something else as factory", n -> {
                    n.context.getRegistry().bind("artemis", "tcp://localhost:61616");
                    n.routes(r -> r.from("jms:queue:orders?connectionFactory=#artemis")
                            .to("mock:out"));
                }),
                jms("jms, mistyped kind", "jms:queu:orders?connectionFactory=#artemis", "x"),
                jms("jms without a name", "jms:queue:?connectionFactory=#artemis", "x"),
                jms("no broker", "jms:queue:orders?connectionFactory=#artemis", "x"),
                jms("an object for jms", "jms:queue:orders?connectionFactory=#artemis", new Object()),
                jms("a mistyped option of jms", "jms:queue:orders?connectionFactory=#artemis&timeToLife=5s", "x"),
                jms("a wrong priority", "jms:queue:orders?connectionFactory=#artemis&priority=11", "x"),
                mistake("no broker at the start", n -> {
                    n.context
                            .getRegistry()
                            .bind(
                                    "artemis",
                                    new ActiveMQConnectionFactory(
                                            "tcp://localhost:1?reconnectAttempts=0&initialConnectAttempts=1"));
                    n.routes(r -> r.from("jms:queue:orders?connectionFactory=#artemis&testConnectionOnStartup=true")
                            .to("mock:out"));
                }),
                mistake("no broker later", n -> {
                    n.context
                            .getRegistry()
                            .bind(
                                    "artemis",
                                    new ActiveMQConnectionFactory(
                                            "tcp://localhost:1?reconnectAttempts=0&initialConnectAttempts=1"));
                    n.routes(r -> r.from("jms:queue:orders?connectionFactory=#artemis")
                            .to("mock:out"));
                    n.await("tries again");
                }),
                mistake("a durable subscription without a name", n -> {
                    n.context.getRegistry().bind("artemis", new ActiveMQConnectionFactory("tcp://localhost:1"));
                    n.routes(r -> r.from("jms:topic:news?connectionFactory=#artemis&subscriptionDurable=true")
                            .to("mock:out"));
                }));
    }
}
