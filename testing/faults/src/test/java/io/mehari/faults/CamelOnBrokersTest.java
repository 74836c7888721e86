package io.mehari.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.builder.RouteBuilder;
import io.mehari.component.jms.JmsComponent;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSProducer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The bridge to Camel on real brokers: a sender of messages does not tell a component of Camel what to do (law K4), and
 * Camel's own components for JMS and Kafka work in routes of Mehari.
 */
@Timeout(180)
class CamelOnBrokersTest {
    private static final List<String> SPELLINGS = List.of("Camel", "camel", "CAMEL", "cAMEl");
    private static Workplace workplace;
    private static Broker kafka;
    private static Broker artemis;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory("tcp://" + artemis.address());
    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private Connection database;

    @BeforeAll
    static void startBrokers() throws Exception {
        Logger.getLogger("").setLevel(Level.OFF); // the clients of both brokers have much to say
        workplace = new Workplace();
        artemis = Broker.artemis(workplace.folder, "artemis", Child.QUICK_START);
        artemis.start();
        kafka = Broker.kafka(workplace.folder, false, Child.QUICK_START);
        kafka.start();
        try (KafkaAdmin admin = new KafkaAdmin(kafka.address())) {
            admin.create(1, "door", "own", "again");
        }
    }

    @AfterAll
    static void killBrokers() {
        kafka.kill();
        artemis.kill();
        workplace.delete();
    }

    @BeforeEach
    void prepare() throws SQLException {
        JdbcDataSource orders = new JdbcDataSource();
        orders.setUrl("jdbc:h2:mem:door;DB_CLOSE_DELAY=-1");
        database = orders.getConnection();
        database.createStatement().execute("create table orders(id varchar(20))");
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(factory);
        context.addComponent(jms);
        context.getRegistry().bind("orders", orders);
        context.getRegistry().bind("artemis", factory);
    }

    @AfterEach
    void stop() throws SQLException {
        context.stop();
        factory.close();
        database.createStatement().execute("shutdown");
    }

    private String next() throws InterruptedException {
        String next = arrived.poll(60, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private static String onKafka(String endpoint, String group) {
        return endpoint + "?brokers=" + kafka.address() + "&autoOffsetReset=earliest&groupId=" + group;
    }

    /** The first attempt with a message fails. */
    private void failOnce(Exchange exchange) {
        if (attempts.incrementAndGet() == 1) {
            throw new IllegalStateException("on purpose");
        }
        arrived.add(exchange.getBody(String.class));
    }

    // ---- the door

    private void startDoor(String from) {
        context.addRoutes(route -> route.from(from)
                .to("camel:sql:insert into orders values ('one')?dataSource=#orders")
                .process(exchange -> arrived.add(exchange.getHeaders().toString())));
        context.start();
    }

    private void assertThatTheDoorHolds() throws Exception {
        assertThat(next()).contains("harmless").doesNotContainIgnoringCase("SqlQuery");
        try (ResultSet rows = database.createStatement().executeQuery("select id from orders")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("one");
        }
    }

    @Test
    void k4_aRecordOfKafkaGivesNoInstructionsToComponentsOfCamel() throws Exception {
        startDoor(onKafka("kafka:door", "a"));
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(KafkaAdmin.options(kafka.address()))) {
            for (String spelling : SPELLINGS) {
                ProducerRecord<String, String> attack = new ProducerRecord<>("door", "an order");
                attack.headers().add("harmless", "yes".getBytes(StandardCharsets.UTF_8));
                attack.headers().add(spelling + "SqlQuery", "drop table orders".getBytes(StandardCharsets.UTF_8));
                producer.send(attack).get(60, TimeUnit.SECONDS);
                assertThatTheDoorHolds();
            }
        }
    }

    @Test
    void k4_aMessageOfJmsGivesNoInstructionsToComponentsOfCamel() throws Exception {
        startDoor("jms:door");
        try (JMSContext client = factory.createContext()) {
            for (String spelling : SPELLINGS) {
                JMSProducer producer = client.createProducer();
                producer.setProperty("harmless", "yes").setProperty(spelling + "SqlQuery", "drop table orders");
                producer.send(client.createQueue("door"), "an order");
                assertThatTheDoorHolds();
            }
        }
    }

    // ---- Camel's own components

    @Test
    void k6_aRequestGoesThroughCamelsJmsThereAndBack() {
        context.addRoutes(route -> {
            route.from("direct:ask").to("camel:jms:asked?connectionFactory=#artemis");
            route.from("camel:jms:asked?connectionFactory=#artemis")
                    .process(asked -> asked.setHeader("answered", asked.getHeader("number")))
                    .setBody(asked -> "re: " + asked.getBody(String.class));
        });
        context.start();
        Exchange answer = context.createProducerTemplate().request("direct:ask", exchange -> {
            exchange.setBody("question");
            exchange.setHeader("number", 7);
        });
        assertThat(answer.getException()).isNull();
        assertThat(answer.getBody(String.class)).isEqualTo("re: question");
        assertThat(answer.getHeader("answered")).isEqualTo(7);
    }

    @Test
    void k1_aFailureIsGivenAgainByCamelsJms() throws Exception {
        context.addRoutes(route -> {
            route.from("direct:in").to("camel:jms:again?connectionFactory=#artemis");
            route.from("camel:jms:again?connectionFactory=#artemis&transacted=true")
                    .errorHandler(RouteBuilder.noErrorHandler())
                    .process(this::failOnce)
                    .process(exchange -> arrived.add("redelivered " + exchange.getHeader("JMSRedelivered")));
        });
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "once");
        assertThat(next()).isEqualTo("once");
        assertThat(next()).isEqualTo("redelivered true");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void aMessageGoesThroughCamelsKafkaThereAndBack() throws Exception {
        context.addRoutes(route -> {
            route.from("direct:out").to("camel:kafka:own?brokers=" + kafka.address());
            route.from(onKafka("camel:kafka:own", "b"))
                    .process(record -> arrived.add(record.getHeader("number", String.class)))
                    .process(record -> arrived.add(record.getBody(String.class)));
        });
        context.start();
        context.createProducerTemplate().sendBodyAndHeaders("direct:out", "a record", Map.of("number", "7"));
        assertThat(next()).isEqualTo("7");
        assertThat(next()).isEqualTo("a record");
    }

    @Test
    void k1_aFailureIsGivenAgainByCamelsKafka() throws Exception {
        context.addRoutes(route -> {
            route.from("direct:in").to("camel:kafka:again?brokers=" + kafka.address());
            route.from(onKafka("camel:kafka:again", "c") + "&breakOnFirstError=true")
                    .errorHandler(RouteBuilder.noErrorHandler())
                    .process(this::failOnce);
        });
        context.start();
        context.createProducerTemplate().sendBody("direct:in", "once");
        assertThat(next()).isEqualTo("once");
        assertThat(attempts).hasValue(2);
    }
}
