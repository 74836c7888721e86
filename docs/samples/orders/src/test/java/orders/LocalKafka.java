package orders;

import io.mehari.faults.Broker;
import io.mehari.faults.KafkaAdmin;
import io.mehari.faults.Workplace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Kafka in a process of its own, with the topics of the application. */
final class LocalKafka implements AutoCloseable {
    private final Workplace workplace = new Workplace();
    private final Broker broker;

    LocalKafka() throws Exception {
        broker = Broker.kafka(workplace.folder, false, List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
        broker.start();
        try (KafkaAdmin admin = new KafkaAdmin(broker.address())) {
            admin.create(3, "orders");
            admin.create(1, "orders-dead");
        }
    }

    String address() {
        return broker.address();
    }

    @Override
    public void close() {
        broker.kill();
        workplace.delete();
    }

    /** For {@code ./run}: writes the address of the broker to a file, and runs until it gets a signal. */
    public static void main(String[] args) throws Exception {
        LocalKafka kafka = new LocalKafka();
        Runtime.getRuntime().addShutdownHook(new Thread(kafka::close));
        Path file = Path.of(args[0]);
        Path started = file.resolveSibling(file.getFileName() + ".tmp");
        Files.writeString(started, kafka.address());
        Files.move(started, file);
        Thread.currentThread().join();
    }
}
