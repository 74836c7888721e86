package io.mehari.brokers;

import io.mehari.scenarios.fork.CommandedChild;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The brokers and the subjects of {@code ./bench brokers}, each in its own process. The senders and readers are in this
 * process.
 */
final class SpeedStage implements AutoCloseable {
    static final String IN = "in";
    static final String OUT = "out";
    private static final List<String> BROKER = List.of("-Xms1g", "-Xmx1g");

    final Broker source;
    final Broker target;
    final @Nullable Broker kafka;
    final Map<String, CommandedChild> subjects = new LinkedHashMap<>();
    final Senders senders;
    final Arrivals arrivals;
    private final Path folder = Files.createTempDirectory("mehari-speed");

    /** @param records in the Kafka topic; 0: no Kafka is started */
    SpeedStage(List<String> names, int records) throws IOException, InterruptedException {
        Path logging = folder.resolve("logging.properties");
        Files.writeString(logging, "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\n");
        try (InputStream in = Files.newInputStream(logging)) {
            LogManager.getLogManager().readConfiguration(in);
        }
        source = Broker.artemis(folder, "source", BROKER);
        target = Broker.artemis(folder, "target", BROKER);
        source.start();
        target.start();
        senders = new Senders(new ActiveMQConnectionFactory("tcp://" + source.address()), IN);
        arrivals = new Arrivals(senders.room);
        arrivals.read(new ActiveMQConnectionFactory("tcp://" + target.address()), OUT);
        kafka = records == 0 ? null : kafka(records);
        List<String> flags = List.of("-Xms512m", "-Xmx512m", "-Djava.util.logging.config.file=" + logging);
        for (String each : names) {
            subjects.put(each, new CommandedChild(each, flags, classPath(each), SpeedSubject.class, each));
        }
    }

    private Broker kafka(int records) throws IOException, InterruptedException {
        Broker made = Broker.kafka(folder, false, BROKER);
        made.start();
        Topics.create(made.address(), IN, OUT);
        Topics.fill(made.address(), IN, records);
        arrivals.read(made.address(), OUT, Topics.PARTITIONS);
        return made;
    }

    private static String classPath(String subject) throws IOException {
        Path root = Path.of(System.getProperty("mehari.root", "."), "benchmarks");
        Path lib = root.resolve("brokers/target/lib");
        String own = root.resolve("brokers/target/brokers.jar") + File.pathSeparator;
        String peer = switch (subject) {
            case "camel", "camel-batching" -> "camel-brokers-4.22.0";
            case "spring" -> "spring-jms-7.1.0";
            default -> "";
        };
        if (peer.isEmpty()) {
            return own + lib.resolve("*");
        }
        try (Stream<Path> jars = Files.list(lib)) {
            String scenarios = jars.map(Path::toString)
                    .filter(each -> each.contains("mehari-benchmarks-scenarios"))
                    .findFirst()
                    .orElseThrow();
            return own + scenarios + File.pathSeparator
                    + root.resolve("target/peers").resolve(peer) + "/*";
        }
    }

    /** Those of the names whose subjects were started, in the given order. */
    List<String> among(List<String> names) {
        List<String> all = new ArrayList<>(subjects.keySet());
        all.retainAll(names);
        return all;
    }

    CommandedChild subject(String name) {
        CommandedChild child = subjects.get(name);
        if (child == null) {
            throw new IllegalArgumentException(name);
        }
        return child;
    }

    @Override
    public void close() throws IOException {
        for (CommandedChild each : subjects.values()) {
            each.close();
        }
        LogManager.getLogManager().reset(); // the clients here need not log that the brokers are gone
        source.kill();
        target.kill();
        Broker third = kafka;
        if (third != null) {
            third.kill();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
