package io.mehari.brokers;

import io.mehari.report.CommandLine;
import io.mehari.report.Commit;
import io.mehari.report.Gauge;
import io.mehari.report.GroupedSamples;
import io.mehari.report.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * What does it cost to copy messages between brokers, compared with Camel, Spring Integration and the bare clients?
 * Each broker and each subject is a JVM of its own. In each round all subjects are measured twice, in the order A B B
 * A. A {@link Gauge} before and after each sample shows how near the two processors are. If a subject did not copy each
 * message once, or did not commit it, the study fails.
 */
public final class Speed {
    private static final String HELP = """
            Copies messages between brokers, in Mehari and its peers in turn.

              --only copy,service,kafka,kafka-jms  what to measure (all): queue to queue; the same with a service
                               of 1 ms in between; Kafka to Kafka; Kafka to a queue
              --peers NAME,... mehari, mehari-async-send (asyncSend=true), mehari-async-consumer (the same and
                               asyncConsumer=true), mehari-by-key (concurrency=Key), camel, camel-batching, spring,
                               bare (all)
              --seconds N      of each sample of queues, which takes 10,000 messages at least (2)
              --records N      of Kafka in each sample (100_000)
              --rounds N       samples of each peer (3)
              --quick          one short sample each, hardly warmed up, without service and some variations
            """;
    private static final String ALL =
            "mehari,mehari-async-send,mehari-async-consumer,mehari-by-key,camel,camel-batching,spring,bare";
    private static final List<String> QUEUES =
            List.of("mehari", "mehari-async-send", "mehari-async-consumer", "camel", "spring", "bare");
    private static final List<String> RECORDS = List.of("mehari", "mehari-by-key", "camel", "camel-batching", "bare");
    private static final List<String> RECORDS_TO_QUEUE = List.of("mehari", "mehari-by-key", "camel", "bare");
    private static final List<String> ROUTES = List.of("mehari", "camel");
    private static final List<String> TIMES = List.of(
            "ns before the send, p50", "ns before the send, p99", "ns after the send, p50", "ns after the send, p99");
    private static final int MANY = 8;
    private static final double WARM_UP_SECONDS = 4;
    private static final int WARM_UP_ROUNDS = 1;
    private static final List<String> STUDIES = List.of("copy", "service", "kafka", "kafka-jms");

    private final double seconds;
    private final int least;
    private final int records;
    private final int rounds;
    private final boolean quick;
    private final GroupedSamples samples = new GroupedSamples();
    private final SpeedStage stage;
    private boolean warming;
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

    private Speed(CommandLine given, List<String> studies) throws IOException, InterruptedException {
        quick = given.has("--quick");
        List<String> peers = given.list("--peers", ALL);
        peers.forEach(each -> CommandLine.named("peer", each, List.of(ALL.split(",", -1)), name -> name));
        seconds = given.seconds("--seconds", quick ? 0.3 : 2);
        least = quick ? 100 : 10_000;
        records = (int) given.number("--records", quick ? 2_000 : 100_000, 100, 10_000_000);
        rounds = (int) given.count("--rounds", quick ? 1 : 3);
        boolean withKafka = studies.stream().anyMatch(each -> each.startsWith("kafka"));
        stage = new SpeedStage(peers, withKafka ? records : 0);
    }

    /** See {@code ./bench brokers --help}. */
    public static void main(String[] args) throws Exception {
        Program.main("./bench brokers --help", () -> {
            CommandLine given = CommandLine.of(
                    "--quick --help", "--only --peers --seconds --records --rounds --json --command", args);
            if (given.has("--help")) {
                System.out.print(HELP);
                return;
            }
            List<String> studies =
                    given.list("--only", given.has("--quick") ? "copy,kafka,kafka-jms" : String.join(",", STUDIES));
            studies.forEach(each -> CommandLine.named("study", each, STUDIES, name -> name));
            Speed speed = new Speed(given, studies);
            try (speed.stage) {
                for (String each : studies) {
                    speed.study(each);
                }
            }
            System.err.printf("\r%70s\r", "");
            speed.samples.print();
            if (given.has("--json")) {
                String commit = Commit.of(Path.of(System.getProperty("mehari.root", ".")));
                speed.samples
                        .result("Brokers: copies between queues and topics", commit, given.text("--command", ""))
                        .write(Path.of(given.text("--json", "")));
            }
            System.exit(0);
        });
    }

    private void study(String name) throws IOException, InterruptedException {
        switch (name) {
            case "copy" -> queues(quick ? List.of(COPY.get(1), COPY.get(COPY.size() - 1)) : COPY);
            case "service" -> queues(SERVICE);
            case "kafka" -> records("kafka/to Kafka", Plan.Kind.KAFKA, RECORDS);
            default -> records("kafka/to a queue", Plan.Kind.KAFKA_TO_JMS, RECORDS_TO_QUEUE);
        }
    }

    private void add(String group, String subject, String metric, double value) {
        if (!warming) {
            samples.add(group, subject, metric, value);
        }
    }

    private double gauge(String group, String subject) {
        System.err.printf("\r%-70s", (warming ? "warming up: " : "") + group + ", " + subject);
        return Gauge.roundTrip();
    }

    private interface Wait {
        void run() throws IOException, InterruptedException;
    }

    /** Measures until the wait is over, and stores the sample. */
    private void measure(String group, String subject, double gauge, Wait wait)
            throws IOException, InterruptedException {
        long[] before = stage.subject(subject).ask("begin");
        int first = stage.arrivals.count();
        long begin = System.nanoTime();
        wait.run();
        int count = stage.arrivals.count() - first;
        double took = (System.nanoTime() - begin) / 1e9;
        long[] after = stage.subject(subject).ask("end");
        add(group, subject, "cache line ns, before", gauge);
        add(group, subject, "messages/s", count / took);
        for (int i = 0; i < TIMES.size(); i++) {
            if (after[2 + i] > 0) {
                add(group, subject, TIMES.get(i), (double) after[2 + i]);
            }
        }
        add(group, subject, "processor ns/message", (double) (after[0] - before[0]) / count);
        add(group, subject, "B/message", (double) (after[1] - before[1]) / count);
    }

    /** Stops the subject, and checks that it has copied all messages once. */
    private void end(String group, String subject, int all) throws IOException, InterruptedException {
        stage.arrivals.await(all);
        stage.subject(subject).ask("stop");
        stage.arrivals.check(subject, all);
        add(group, subject, "cache line ns, after", Gauge.roundTrip());
    }

    // ---- queue to queue

    private void queues(List<Shape> shapes) throws IOException, InterruptedException {
        List<String> subjects = stage.among(QUEUES);
        warming = true;
        for (Shape each : quick ? List.<Shape>of() : List.of(COPY.get(0), COPY.get(COPY.size() - 1))) {
            for (String subject : subjects) {
                copy(each, subject, WARM_UP_SECONDS);
            }
        }
        warming = false;
        for (int round = 0; round < rounds; round++) {
            for (Shape each : shapes) {
                for (String subject : subjects) {
                    if (each.subjects.contains(subject)) {
                        copy(each, subject, seconds);
                    }
                }
                Collections.reverse(subjects);
            }
        }
    }

    private void copy(Shape shape, String subject, double time) throws IOException, InterruptedException {
        double gauge = gauge(shape.group, subject);
        Arrivals arrivals = stage.arrivals;
        arrivals.reset();
        Plan plan = new Plan(
                Plan.Kind.JMS,
                stage.source.address(),
                stage.target.address(),
                SpeedStage.IN,
                SpeedStage.OUT,
                "-",
                shape.consumers,
                shape.threads,
                shape.events,
                shape.micros);
        stage.subject(subject).ask("start " + plan.words());
        stage.senders.start();
        arrivals.await(least / 10);
        measure(shape.group, subject, gauge, () -> {
            int goal = arrivals.count() + least;
            Thread.sleep((long) (time * 1_000));
            arrivals.await(goal);
        });
        end(shape.group, subject, stage.senders.stop());
    }

    // ---- Kafka

    private void records(String group, Plan.Kind kind, List<String> all) throws IOException, InterruptedException {
        Broker kafka = Objects.requireNonNull(stage.kafka);
        List<String> subjects = stage.among(all);
        for (int round = quick ? 0 : -WARM_UP_ROUNDS; round < rounds; round++) {
            warming = round < 0;
            for (String subject : subjects) {
                drain(group, kind, subject, kafka);
            }
            Collections.reverse(subjects);
        }
    }

    /** The time to start the consumer and to get the partitions is not counted. */
    private void drain(String group, Plan.Kind kind, String subject, Broker kafka)
            throws IOException, InterruptedException {
        double gauge = gauge(group, subject);
        stage.arrivals.reset();
        Plan plan = new Plan(
                kind,
                kafka.address(),
                kind == Plan.Kind.KAFKA ? kafka.address() : stage.target.address(),
                SpeedStage.IN,
                SpeedStage.OUT,
                "group-" + drains++,
                MANY,
                0,
                false,
                0);
        stage.subject(subject).ask("start " + plan.words());
        stage.arrivals.await(records / 10);
        measure(group, subject, gauge, () -> stage.arrivals.await(records));
        end(group, subject, records);
        long committed = Topics.committed(kafka.address(), plan.group());
        if (committed != records) {
            throw new IOException(subject + " has committed " + committed + " of " + records + " records");
        }
    }
}
