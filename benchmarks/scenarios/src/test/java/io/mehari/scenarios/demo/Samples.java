package io.mehari.scenarios.demo;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Variation;
import io.mehari.scenarios.fork.Outcome;
import java.nio.file.Path;
import java.util.List;

/** Outcomes without a measurement. */
final class Samples {

    private Samples() {}

    /** Three outcomes: one with figures, one that was refused, one that was not measured. */
    static List<Outcome> outcomes() {
        Outcome right = outcome("mehari");
        right.add(
                new Fields("jvm").text("version", "25.0.3+9").text("name", "25").text("vendor", "Somebody"));
        right.add(reading("warming", 1, 100));
        right.add(reading("progress", 1, 1_000_000));
        right.add(reading("progress", 2, 3_000_000));
        right.add(reading("total", 2, 3_000_000).number("live", 2_500_000));
        right.add(type("io.mehari.impl.DefaultExchange", 2, 160));
        right.add(type("java.lang.Long", 1, 24));
        right.add(type("java.lang.Thread", 0.001, 0.1));
        right.add(new Fields("objects")
                .number("objects", 3.001)
                .number("bytes", 184.1)
                .truth("complete", true));
        Outcome wrong = outcome("camel-4.20.0");
        wrong.add(new Fields("refused").text("wrong", "1 lost; 1000 were expected"));
        return List.of(right, wrong, outcome("camel-4.22.0"));
    }

    private static Outcome outcome(String subject) {
        return new Outcome(Variation.of("camel-23686/flat-out"), Contender.of(subject), Path.of("jdk-25"));
    }

    private static Fields reading(String kind, long seconds, long messages) {
        return new Fields(kind)
                .number("nanos", seconds * 1_000_000_000)
                .number("messages", messages)
                .number("allocated", messages * 184)
                .number("cpu", messages * 50)
                .number("heap", 90_000_000)
                .number("collections", 7)
                .number("collectingMillis", 12);
    }

    private static Fields type(String name, double objects, double bytes) {
        return new Fields("class").text("type", name).number("objects", objects).number("bytes", bytes);
    }
}
