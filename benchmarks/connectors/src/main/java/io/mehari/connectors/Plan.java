package io.mehari.connectors;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The task of a subject of {@code ./bench brokers}: copy all messages from one place to another.
 *
 * @param from host:port of the broker to read
 * @param to host:port of the broker to write
 * @param source queue or topic
 * @param target queue or topic
 * @param group consumer group in Kafka
 * @param consumers that read at the same time
 * @param threads of the route, by {@code threads(n)}; 0: those of the consumers
 * @param events whether a listener gets each event of an exchange
 * @param serviceMicros duration of the service step of the route; 0: no such step
 */
record Plan(
        Kind kind,
        String from,
        String to,
        String source,
        String target,
        String group,
        int consumers,
        int threads,
        boolean events,
        int serviceMicros) {

    /** The kinds of source and target. */
    enum Kind {
        JMS,
        KAFKA,
        KAFKA_TO_JMS
    }

    /** The words of a command. */
    @Override
    public String toString() {
        return Stream.of(kind, from, to, source, target, group, consumers, threads, events, serviceMicros)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Reads the words of a command, after its name. */
    static Plan of(String... words) {
        return new Plan(
                Kind.valueOf(words[1]),
                words[2],
                words[3],
                words[4],
                words[5],
                words[6],
                Integer.parseInt(words[7]),
                Integer.parseInt(words[8]),
                Boolean.parseBoolean(words[9]),
                Integer.parseInt(words[10]));
    }
}
