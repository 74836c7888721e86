package io.mehari.report;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What groups, metrics and axes are called in charts, so that a reader needs no other page. */
final class Words {
    private static final Properties WORDS = new Properties();

    static {
        try {
            WORDS.load(new StringReader(Svg.resource("words.properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Words() {}

    /** The title of a group; a variation that has no title is added as it is. */
    static String group(String group) {
        String variation = Scenario.variation(group);
        return of("group", Scenario.of(group)) + (variation.isEmpty() ? "" : ", " + variation(variation));
    }

    /** A shape such as 2-3 of a queue is written in words. */
    static String variation(String variation) {
        String words = of("variation", variation);
        return words.replaceFirst("^(\\d+)-(\\d+)\\b", "$1 senders, $2 consumers")
                .replaceFirst("^1 senders", "1 sender")
                .replaceFirst(", 1 consumers", ", 1 consumer");
    }

    static String metric(String metric) {
        return of("metric", metric);
    }

    /** The horizontal axis of a curve. */
    static String axis(Series series) {
        return WORDS.getProperty("axis." + Scenario.of(series.group()), series.axis());
    }

    private static String of(String kind, String name) {
        return WORDS.getProperty(kind + "." + name, name);
    }
}
