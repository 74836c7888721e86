package io.mehari.lab;

import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The tests that one JVM ran, by class and method. */
final class TestResults {
    private static final String STOPPED = "stopped";
    private static final int MOST = 100;

    /**
     * How a test ended.
     *
     * @param result passed, failed or skipped; "not run" if the JVM did not report it
     * @param why the first words of the failure; empty if there is none
     */
    record Outcome(String result, String why) {
        static final Outcome NOT_RUN = new Outcome("not run", "");

        /** Whether it passed. */
        boolean passed() {
            return result.equals("passed");
        }

        /** Whether it failed. */
        boolean failed() {
            return result.equals("failed");
        }
    }

    private final Map<String, Outcome> outcomes = new LinkedHashMap<>();
    private String stopped = "";

    private TestResults() {}

    /** What {@link #read} made of it. */
    static TestResults of(List<Fields> lines) {
        TestResults results = new TestResults();
        for (Fields line : lines) {
            if (line.kind().equals(STOPPED)) {
                results.stopped = line.text("why");
            } else {
                results.outcomes.put(line.text("name"), new Outcome(line.text("result"), line.text("why")));
            }
        }
        return results;
    }

    /** A JVM that did not come to its end. */
    static List<Fields> stopped(String why) {
        return List.of(new Fields(STOPPED).text("why", why));
    }

    /** The XML reports that JUnit has written into a folder; none if the JVM ended before all tests had run. */
    static List<Path> reports(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(each -> each.getFileName().toString().startsWith("TEST-"))
                    .sorted()
                    .toList();
        }
    }

    /** Reads such reports: a line for each test. */
    static List<Fields> read(List<Path> reports) throws IOException {
        List<Fields> lines = new ArrayList<>();
        for (Path each : reports) {
            try (InputStream in = Files.newInputStream(each)) {
                readReport(in, lines);
            } catch (XMLStreamException e) {
                throw new IOException(each + " is no report of JUnit: " + e.getMessage(), e);
            }
        }
        return lines;
    }

    private static void readReport(InputStream in, List<Fields> lines) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader xml = factory.createXMLStreamReader(in);
        String name = "";
        String result = "";
        String why = "";
        while (xml.hasNext()) {
            int event = xml.next();
            String tag = xml.hasName() ? xml.getLocalName() : "";
            if (event == XMLStreamConstants.START_ELEMENT) {
                switch (tag) {
                    case "testcase" -> {
                        name = xml.getAttributeValue(null, "classname") + "#" + xml.getAttributeValue(null, "name");
                        result = "passed";
                        why = "";
                    }
                    case "failure", "error" -> {
                        result = "failed";
                        why = firstWords(xml.getAttributeValue(null, "type"), xml.getAttributeValue(null, "message"));
                    }
                    case "skipped" -> result = "skipped";
                    default -> {} // output and properties
                }
            } else if (event == XMLStreamConstants.END_ELEMENT && tag.equals("testcase")) {
                lines.add(new Fields("test")
                        .text("name", name)
                        .text("result", result)
                        .text("why", why));
            }
        }
    }

    private static String firstWords(String type, String message) {
        String said = message == null ? type : message;
        String line = said.strip().lines().findFirst().orElse(String.valueOf(type));
        return line.length() <= MOST ? line : line.substring(0, MOST) + "...";
    }

    /** All tests that it reported. */
    Map<String, Outcome> outcomes() {
        return outcomes;
    }

    /** How that test ended. */
    Outcome of(String test) {
        return outcomes.getOrDefault(test, Outcome.NOT_RUN);
    }

    /** Why the JVM did not come to its end; empty if it did. */
    String stopped() {
        return stopped;
    }

    /** How many passed. */
    long passed() {
        return outcomes.values().stream().filter(Outcome::passed).count();
    }

    /** How many failed. */
    long failed() {
        return outcomes.values().stream().filter(Outcome::failed).count();
    }
}
