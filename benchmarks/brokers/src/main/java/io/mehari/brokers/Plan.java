package io.mehari.brokers;

import java.util.Locale;

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

    /** This plan as the words of a command. */
    String words() {
        return String.join(
                " ",
                kind.name(),
                from,
                to,
                source,
                target,
                group,
                String.valueOf(consumers),
                String.valueOf(threads),
                String.valueOf(events),
                String.valueOf(serviceMicros));
    }

    /** Reads the words of a command, after its name. */
    static Plan of(String[] words) {
        return new Plan(
                Kind.valueOf(words[1].toUpperCase(Locale.ROOT)),
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
