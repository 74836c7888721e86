package io.mehari.connectors;

import io.mehari.engine.Child;
import io.mehari.engine.CommonOptions;
import io.mehari.engine.Fields;
import io.mehari.engine.Names;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * What does it cost to copy messages between brokers, compared with Camel, Spring Integration and the bare clients?
 * Each broker and each subject is a JVM of its own. If a subject did not copy each message once, or did not commit it,
 * the study fails.
 */
@Command(
        name = "./bench brokers",
        description = {
            "Copies messages between brokers, in Mehari and its peers in turn. Subjects:",
            "mehari (all defaults), mehari-async-send (asyncSend=true), mehari-async-consumer (asyncConsumer=true, too),",
            "mehari-by-key (concurrency=Key, and asyncSend=true to a queue), camel, camel-linger-0,",
            "camel-batching (batching=true), spring, bare"
        })
public final class Brokers extends Study {
    private static final List<String> STUDIES = List.of("copy", "service", "kafka", "kafka-jms");
    private static final List<String> QUICK = List.of("copy", "kafka", "kafka-jms");
    private static final List<String> QUICK_SUBJECTS = List.of("mehari", "mehari-by-key", "camel", "spring", "bare");
    private static final List<String> QUEUES =
            List.of("mehari", "mehari-async-send", "mehari-async-consumer", "camel", "spring", "bare");
    private static final List<String> RECORDS =
            List.of("mehari", "mehari-by-key", "camel", "camel-linger-0", "camel-batching", "bare");
    private static final List<String> RECORDS_TO_QUEUE =
            List.of("mehari", "mehari-async-send", "mehari-by-key", "camel", "bare");
    private static final List<String> ROUTES = List.of("mehari", "camel");
    private static final List<String> TIMES = List.of(
            "ns before the send, p50", "ns before the send, p99", "ns after the send, p50", "ns after the send, p99");
    private static final int MANY = 8;
    private static final double WARM_UP_SECONDS = 4;

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "STUDY",
            description = "copy: queue to queue; service: the same with a service of 1 ms in between;"
                    + " kafka: Kafka to Kafka; kafka-jms: Kafka to a queue (default: all)")
    private List<String> only = List.of();

    @Option(
            names = "--records",
            paramLabel = "N",
            description = "of Kafka in each sample, 100 at least (default: 20000)")
    private @Nullable Integer records;

    private @Nullable Stage stage;
    private int drains;

    /** A variation of the copy from queue to queue. */
    private record Shape(String group, List<String> subjects, int consumers, int threads, boolean events, int micros) {}

    private static final List<Shape> COPY = List.of(
            new Shape("queues/one consumer", QUEUES, 1, 0, false, 0),
            new Shape("queues/one consumer, events", ROUTES, 1, 0, true, 0),
            new Shape("queues/one consumer, threads(8)", ROUTES, 1, MANY, false, 0),
            new Shape("queues/one consumer, 10 us", QUEUES, 1, 0, false, 10),
            new Shape("queues/8 consumers", QUEUES, MANY, 0, false, 0));
    private static final List<Shape> SERVICE = List.of(
            new Shape("service/one consumer, 1 ms", QUEUES, 1, 0, false, 1_000),
            new Shape("service/one consumer, threads(8), 1 ms", ROUTES, 1, MANY, false, 1_000),
            new Shape("service/8 consumers, 1 ms", QUEUES, MANY, 0, false, 1_000));

    /** See {@code ./bench brokers --help}. */
    public static void main(String[] args) throws Exception {
        CommonOptions.main(new Brokers(), args);
    }

    @Override
    String title() {
        return "Brokers: copies between queues and topics";
    }

    @Override
    void measure() throws Exception {
        if (only.isEmpty()) {
            only = options.quick() ? QUICK : STUDIES;
        }
        only.forEach(each -> Names.find("study", each, STUDIES, name -> name));
        boolean withKafka = only.stream().anyMatch(each -> each.startsWith("kafka"));
        List<String> subjects = options.subjects(BrokersSubject.ALL).stream()
                .filter(each -> hasJars(BrokersSubject.jars(each)))
                .toList();
        if (options.quick() && subjects.size() > QUICK_SUBJECTS.size()) {
            subjects = QUICK_SUBJECTS.stream().filter(subjects::contains).toList();
        }
        try (Stage started = new Stage(withKafka ? records() : 0)) {
            stage = started;
            inTurn(subjects, only.stream().map(this::part).toList());
        }
    }

    private Part part(String name) {
        return switch (name) {
            case "copy" ->
                new Part(
                        QUEUES,
                        (subject, child) -> queues(
                                subject,
                                child,
                                options.quick() ? List.of(COPY.get(1), COPY.get(COPY.size() - 1)) : COPY));
            case "service" -> new Part(QUEUES, (subject, child) -> queues(subject, child, SERVICE));
            case "kafka" ->
                new Part(RECORDS, (subject, child) -> records("kafka/to Kafka", Plan.Kind.KAFKA, subject, child));
            default ->
                new Part(
                        RECORDS_TO_QUEUE,
                        (subject, child) -> records("kafka/to a queue", Plan.Kind.KAFKA_TO_JMS, subject, child));
        };
    }

    private int records() {
        int wanted = records == null ? (options.quick() ? 500 : 20_000) : records;
        if (wanted < 100) {
            throw new IllegalArgumentException("--records " + wanted + ": write a whole number, 100 at least");
        }
        return wanted;
    }

    private Stage stage() {
        return Objects.requireNonNull(stage);
    }

    @Override
    Child start(String subject) throws IOException {
        return jvm(BrokersSubject.class, subject, BrokersSubject.jars(subject), jar -> true)
                .flags("-Djava.util.logging.config.file=" + stage().logging())
                .start();
    }

    /** Counts until the wait is over. */
    private void measure(Run run, Work wait) throws Exception {
        run.begin();
        int first = stage().arrivals.count();
        wait.run();
        Fields answer = run.end("message", stage().arrivals.count() - first);
        for (String each : TIMES) {
            if (answer.has(each)) {
                run.add(each, answer.number(each));
            }
        }
    }

    /** Stops the subject, and checks that it has copied all messages once. */
    private void end(Child child, String subject, int all) throws IOException, InterruptedException {
        stage().arrivals.await(all);
        child.ask("stop");
        stage().arrivals.check(subject, all);
    }

    // ---- queue to queue

    private void queues(String subject, Child child, List<Shape> shapes) throws Exception {
        warmUp(() -> {
            copy(COPY.get(0), subject, child, WARM_UP_SECONDS);
            copy(COPY.get(COPY.size() - 1), subject, child, WARM_UP_SECONDS);
        });
        for (Shape each : shapes) {
            if (each.subjects.contains(subject)) {
                copy(each, subject, child, options.seconds(2, 0.2));
            }
        }
    }

    private void copy(Shape shape, String subject, Child child, double seconds) throws Exception {
        try (Run run = new Run(shape.group, subject, child)) {
            int least = options.quick() ? 100 : 10_000;
            Arrivals arrivals = stage().arrivals;
            arrivals.reset();
            child.ask("start " + stage().queues(shape.consumers, shape.threads, shape.events, shape.micros));
            stage().senders.start();
            arrivals.await(least / 10);
            measure(run, () -> {
                int goal = arrivals.count() + least;
                Thread.sleep((long) (seconds * 1_000));
                arrivals.await(goal);
            });
            end(child, subject, stage().senders.stop());
        }
    }

    // ---- Kafka

    private void records(String group, Plan.Kind kind, String subject, Child child) throws Exception {
        warmUp(() -> drain(group, kind, subject, child));
        drain(group, kind, subject, child);
    }

    /** The time to start the consumer and to get the partitions is not counted. */
    private void drain(String group, Plan.Kind kind, String subject, Child child) throws Exception {
        try (Run run = new Run(group, subject, child)) {
            Arrivals arrivals = stage().arrivals;
            arrivals.reset();
            String consumers = "group-" + drains++;
            child.ask("start " + stage().records(kind, consumers, MANY));
            arrivals.await(records() / 10);
            measure(run, () -> arrivals.await(records()));
            end(child, subject, records());
            long committed = stage().committed(consumers);
            if (committed != records()) {
                throw new IOException(subject + " has committed " + committed + " of " + records() + " records");
            }
        }
    }
}
