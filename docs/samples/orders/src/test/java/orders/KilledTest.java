package orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.faults.KafkaAdmin;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as the systemd unit starts it, with a real Kafka. It is killed while clients send orders. */
class KilledTest {
    private static final int ORDERS = 300;
    private static final int CLIENTS = 4;
    private static final int KILLS = 2;
    private static final long DEADLINE = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);

    private final HttpClient http = HttpClient.newHttpClient();
    private final AtomicInteger answered = new AtomicInteger();
    private String address;
    private Process process;
    private LocalKafka kafka;

    @TempDir
    Path folder;

    @BeforeEach
    void startKafka() throws Exception {
        kafka = new LocalKafka();
        address = "localhost:" + freePort();
    }

    /** Below the ports that operating systems choose for clients: one of those could take it between two starts. */
    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            try (ServerSocket free =
                    new ServerSocket(ThreadLocalRandom.current().nextInt(15_000, 32_000))) {
                return free.getLocalPort();
            } catch (BindException e) {
                // it is in use
            }
        }
        throw new IOException("No port from 15000 to 32000 is free");
    }

    @AfterEach
    void end() throws Exception {
        kill();
        kafka.close();
    }

    private void start() throws IOException {
        List<String> command = new ArrayList<>(DeploymentTest.command());
        command.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.replaceAll(each -> each.replace("/etc/orders/", "")); // this folder has both files
        command.set(command.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        command.addAll(List.of(
                "--orders.address=" + address, "--orders.brokers=" + kafka.address(), "--orders.data=" + folder));
        command.add(1, "-XX:TieredStopAtLevel=1");
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                .start();
    }

    private Path log() {
        return folder.resolve("orders.log");
    }

    private void kill() throws InterruptedException {
        process.destroyForcibly().waitFor(); // kill -9
    }

    // region killed
    @Test
    void whatWasAnsweredIsShippedOnceWheneverTheProgramIsKilled() throws Exception {
        start();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        List<Future<?>> sent = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            int first = i;
            sent.add(clients.submit(() -> send(first)));
        }
        for (int i = 1; i <= KILLS; i++) {
            int some = i * ORDERS / (KILLS + 1);
            await("answers: " + some, () -> answered.get() >= some);
            kill();
            start();
        }
        for (Future<?> each : sent) {
            each.get(3, TimeUnit.MINUTES);
        }
        clients.shutdown();
        for (int i = 0; i < ORDERS; i++) {
            String path = "/orders/" + i;
            await(path + " is shipped", () -> get(path).equals("shipped"));
        }
        sendAgainAsAKilledOutboxWould("0");
        await("the duplicate is counted", () -> get("/metrics").matches("(?s).*orders_duplicates_total [1-9].*"));
        await("nothing waits", () -> get("/health").equals("0 orders wait to be sent"));

        process.destroy(); // SIGTERM
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log())).isEqualTo(143);
        String url = "jdbc:h2:file:" + folder.resolve("orders");
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            assertThat(count(connection, "orders")).isEqualTo(ORDERS);
            assertThat(count(connection, "shipments")).isEqualTo(ORDERS);
        }
    }

    /** A client: sends its orders, each one until it gets an answer. */
    private Void send(int first) throws Exception {
        for (int i = first; i < ORDERS; i += CLIENTS) {
            String order = new Order(String.valueOf(i), "a saddle", 1).json();
            HttpRequest post =
                    request("/orders").POST(BodyPublishers.ofString(order)).build();
            await("order " + i + " is stored", () -> {
                int status = http.send(post, BodyHandlers.discarding()).statusCode();
                return status == 201 || status == 200; // 200: it was stored, and the answer was lost
            });
            answered.incrementAndGet();
        }
        return null;
    }
    // endregion

    private void sendAgainAsAKilledOutboxWould(String id) throws Exception {
        try (var producer = new KafkaProducer<String, String>(KafkaAdmin.options(kafka.address()))) {
            String json = new Order(id, "a saddle", 1).json();
            producer.send(new ProducerRecord<>("orders", id, json)).get(60, TimeUnit.SECONDS);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + address + path)).timeout(Duration.ofSeconds(10));
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request(path).build(), BodyHandlers.ofString());
        return answer.body();
    }

    private static int count(Connection connection, String table) throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*) from " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    /** What may fail as long as the program is down. */
    private interface Check {
        boolean holds() throws IOException, InterruptedException;
    }

    private void await(String what, Check check) throws IOException, InterruptedException {
        while (true) {
            try {
                if (check.holds()) {
                    return;
                }
            } catch (IOException e) {
                // the program is down, or starts
            }
            if (System.nanoTime() > DEADLINE) {
                throw new AssertionError("Not until the deadline: " + what + "\n" + Files.readString(log()));
            }
            Thread.sleep(5);
        }
    }
}
