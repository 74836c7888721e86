package io.mehari.component.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.ProducerTemplate;
import io.mehari.impl.DefaultRoutingContext;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law K8: connections are cut, brokers restarted and killed. */
class JmsFaultsTest {
    private static final int MESSAGES = 150;

    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @TempDir
    Path folder;

    private void useBroker(ConnectionFactory factory) {
        JmsComponent jms = new JmsComponent();
        jms.setConnectionFactory(factory);
        context.addComponent(jms);
        context.getRoutingContextExtension().getShutdownStrategy().setTimeout(Duration.ofSeconds(5));
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void k8_aRequestFailsWithItsConnection() throws Exception {
        try (Broker broker = new Broker(Ports.free(), null, 10)) {
            broker.start();
            try (CuttingProxy proxy = new CuttingProxy(0, broker.port)) {
                useBroker(Broker.factory(proxy.port));
                context.addRoutes(r -> r.from("direct:in").to("jms:nobody?requestTimeout=0"));
                context.start();
                CompletableFuture<Exchange> asked =
                        CompletableFuture.supplyAsync(() -> template.send("direct:in", e -> {
                            e.setPattern(ExchangePattern.InOut);
                            e.setBody("m");
                        }));
                OnBroker.await("the request is there", () -> broker.messages("nobody") == 1);
                proxy.cut();
                assertThat(asked.get(60, TimeUnit.SECONDS).getException()).isInstanceOf(JmsConnectionException.class);
            }
        }
    }

    /** The connection is cut after a growing number of bytes, so that each step of a commit is met. */
    @Test
    void k8_connectionsThatAreCutInTransactionsLoseNothing() throws Exception {
        try (Broker broker = new Broker(Ports.free(), null, -1)) {
            broker.start();
            try (CuttingProxy proxy = new CuttingProxy(0, broker.port)) {
                useBroker(Broker.factory(proxy.port));
                context.addRoutes(r ->
                        r.from("jms:in?transacted=true&recoveryInterval=100").to("jms:out"));
                Set<String> sent = fill(broker.port);
                context.start();
                for (int i = 0; i < 40 && broker.messages("in") > 0; i++) {
                    long before = broker.messages("out");
                    OnBroker.await("it goes on", () -> broker.messages("out") > before || broker.messages("in") == 0);
                    proxy.cutAfterToServer(1 + i * 37);
                }
                OnBroker.await("all are through", () -> broker.messages("in") == 0);
                assertThat(drain(broker.port)).containsExactlyInAnyOrderElementsOf(sent);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"false,true", "true,true", "false,false"})
    void k8_aBrokerThatIsKilledAndStartedAgainLosesNothing(boolean asyncSend, boolean transacted) throws Exception {
        int port = Ports.free();
        Process broker = Broker.inItsOwnProcess(port, folder);
        try {
            useBroker(Broker.factory(port, asyncSend ? "&confirmationWindowSize=1048576" : ""));
            context.addRoutes(r -> {
                r.from("direct:in").to("jms:in?asyncSend=" + asyncSend);
                r.from("jms:in?transacted=" + transacted).to("jms:out");
            });
            context.start();
            Set<String> accepted = new HashSet<>();
            for (int round = 0; round < 3; round++) {
                int goal = accepted.size() + MESSAGES / 3;
                for (int i = 0; accepted.size() < goal; i++) {
                    String body = "round " + round + " message " + i;
                    if (!template.send("direct:in", e -> e.setBody(body)).isFailed()) {
                        accepted.add(body);
                    } else {
                        Thread.sleep(20); // it connects again
                    }
                }
                broker.destroyForcibly().waitFor();
                broker = Broker.inItsOwnProcess(port, folder);
            }
            Set<String> arrived = new TreeSet<>();
            OnBroker.await("all are through", () -> {
                arrived.addAll(drain(port));
                return arrived.containsAll(accepted);
            });
        } finally {
            broker.destroyForcibly().waitFor();
        }
    }

    /** As by SIGSTOP, for longer than all time limits of the client. */
    @Test
    void k8_aBrokerThatIsFrozenLosesNothing() throws Exception {
        int port = Ports.free();
        Process broker = Broker.inItsOwnProcess(port, folder);
        try {
            useBroker(Broker.factory(port, "&callTimeout=700&connectionTTL=1000&clientFailureCheckPeriod=300"));
            context.addRoutes(r -> {
                r.from("direct:in").to("jms:in?requestTimeout=500");
                r.from("jms:in?concurrentConsumers=2").to("jms:out");
            });
            context.start();
            Set<String> accepted = new HashSet<>();
            sendUntil(accepted, 30);
            signal(broker, "-STOP");
            long begin = System.nanoTime();
            Exchange frozen = template.send("direct:in", e -> e.setBody("frozen"));
            assertThat(frozen.getException()).as("while it is frozen").isNotNull();
            TimeUnit.NANOSECONDS.sleep(TimeUnit.SECONDS.toNanos(3) - (System.nanoTime() - begin));
            signal(broker, "-CONT");
            sendUntil(accepted, 60);
            Set<String> arrived = new TreeSet<>();
            OnBroker.await("all are through", () -> {
                arrived.addAll(drain(port));
                return arrived.containsAll(accepted);
            });
        } finally {
            broker.destroyForcibly().waitFor();
        }
    }

    private void sendUntil(Set<String> accepted, int goal) throws InterruptedException {
        for (int i = 0; accepted.size() < goal; i++) {
            String body = goal + " message " + i;
            if (template.send("direct:in", e -> e.setBody(body)).isFailed()) {
                Thread.sleep(20); // it connects again
            } else {
                accepted.add(body);
            }
        }
    }

    private static void signal(Process process, String name) throws Exception {
        String pid = String.valueOf(process.pid());
        assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
    }

    @Test
    void k10_aWrongPasswordIsReportedAndNotShown() throws Exception {
        SecurityConfiguration users = new SecurityConfiguration();
        users.addUser("me", "right");
        try (Broker broker = new Broker(
                Ports.free(), null, 10, new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users))) {
            broker.start();
            useBroker(broker.factory());
            context.addRoutes(r -> r.from("jms:in?testConnectionOnStartup=true&username=me&password=Correct-Horse-7")
                    .to("mock:out"));
            Throwable failure = catchThrowable(context::start);
            StringWriter text = new StringWriter();
            failure.printStackTrace(new PrintWriter(text, true));
            assertThat(text.toString()).contains("cannot connect").doesNotContain("Correct-Horse-7");
        }
    }

    static Set<String> fill(int port) throws Exception {
        Set<String> sent = new TreeSet<>();
        try (Connection connection = Broker.factory(port).createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                var producer = session.createProducer(session.createQueue("in"))) {
            for (int i = 0; i < MESSAGES; i++) {
                producer.send(session.createTextMessage("message " + i));
                sent.add("message " + i);
            }
        }
        return sent;
    }

    /** Takes what is in the queue out; each message must be there once. */
    private static List<String> drain(int port) {
        List<String> bodies = new ArrayList<>();
        try (Connection connection = Broker.factory(port).createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(session.createQueue("out"))) {
            connection.start();
            Message message;
            while ((message = consumer.receive(500)) != null) {
                bodies.add(message.getBody(String.class));
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
        return bodies;
    }
}
