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

/** The results of the tests that one JVM ran, by class and method. */
final class TestResults {
    private static final String STOPPED = "stopped";
    private static final int MOST = 100;

    /**
     * The result of one test.
     *
     * @param result passed, failed or skipped; "not run" if the JVM did not report it
     * @param why the beginning of the failure message; empty if there is no failure
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

    /** The results in the lines that {@link #read} returns. */
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

    /** The lines for a JVM that did not finish. */
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
                    default -> {} // skips output and properties
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

    /** All reported tests. */
    Map<String, Outcome> outcomes() {
        return outcomes;
    }

    /** The result of that test. */
    Outcome of(String test) {
        return outcomes.getOrDefault(test, Outcome.NOT_RUN);
    }

    /** Why the JVM did not finish; empty if it did. */
    String stopped() {
        return stopped;
    }

    /** The number of tests that passed. */
    long passed() {
        return outcomes.values().stream().filter(Outcome::passed).count();
    }

    /** The number of tests that failed. */
    long failed() {
        return outcomes.values().stream().filter(Outcome::failed).count();
    }
}
