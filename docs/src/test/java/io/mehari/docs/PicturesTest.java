package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Row;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pictures of the guide. Those of routes are drawn by the test of the sample, see {@link Pictured}. */
class PicturesTest {
    private static final Path SKETCHES = Path.of("src/test/pictures");
    private static final int LONG = 130;
    private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");
    private static final double WIDE = 0.18; // of a byte

    /** The routes of this sample are the picture of that name. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Pictured {
        String value();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void everySketchIsDrawn() throws IOException {
        for (Path each : files(SKETCHES)) {
            Sketch.check(each);
        }
    }

    @Test
    void everyPictureIsOnAPage() throws IOException {
        TreeSet<String> shown = new TreeSet<>();
        for (Page page : Page.all()) {
            page.links().forEach(link -> shown.add(link.getValue().replaceAll(".*/", "")));
        }
        for (Path each : files(Sheet.FOLDER)) {
            assertThat(shown).contains(each.getFileName().toString());
        }
    }

    /** So a picture does not stay behind when its page gets another number. */
    @Test
    void everyNumberInASketchIsOnAPageThatShowsIt() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Page> pages = Page.all();
        for (Path sketch : files(SKETCHES)) {
            String picture = "/" + sketch.getFileName().toString().replace(".txt", ".svg");
            String text = "";
            for (Page page : pages) {
                boolean shows =
                        page.links().stream().anyMatch(link -> link.getValue().endsWith(picture));
                text += shows ? String.join("\n", page.lines) : "";
            }
            for (String line : Files.readAllLines(sketch)) {
                String said =
                        line.replaceFirst("^(lane|note) \\S+ \\S+|^box( \\S+){4}|^(arrow|later|up) \\S+ \\S+", "");
                Matcher number = NUMBER.matcher(said);
                while (number.find()) {
                    if (!text.matches("(?s).*\\b" + number.group() + "\\b.*")) {
                        wrong.add(sketch.getFileName() + ": " + number.group());
                    }
                }
            }
        }
        assertThat(wrong).as("numbers in sketches that their pages do not have").isEmpty();
    }

    @Test
    void noPageOfTheGuideIsLongAndWithoutAPicture() throws IOException {
        List<String> bare = new ArrayList<>();
        for (Page page : Page.all()) {
            boolean picture = page.lines.stream().anyMatch(each -> each.startsWith("!["));
            if (page.name().startsWith("docs/guide/") && page.lines.size() > LONG && !picture) {
                bare.add(page.name());
            }
        }
        assertThat(bare).isEmpty();
    }

    /** The chart of README: one row for each framework, of the same route. */
    @Test
    void theChartOfReadmeIsMadeOfTheFigures() throws IOException {
        Map<String, String> names = new LinkedHashMap<>();
        names.put(Figures.MEHARI, "Mehari");
        names.put("vertx-5.2.3", "Vert.x 5.2.3");
        names.put("spring-integration-7.1.2", "Spring Integration 7.1.2");
        names.put(Figures.CAMEL, "Apache Camel 4.22.0");
        Figures figures = new Figures();
        Sheet sheet = new Sheet();
        sheet.text("name left", 0, 10, "Bytes allocated for each message: less is better");
        int y = 24;
        for (Map.Entry<String, String> each : names.entrySet()) {
            String own = each.getKey().equals(Figures.MEHARI) ? "name left" : "left";
            long bytes = Math.round(row(figures, each.getKey(), "bytes/message").value());
            String second =
                    Figures.number(row(figures, each.getKey(), "messages/s").value() / 1e6);
            sheet.text(own, 0, y + 15, each.getValue());
            sheet.text(own, 170, y + 15, String.format(Locale.ROOT, "%,d bytes, %s million a second", bytes, second));
            sheet.box(own.equals("left") ? "old" : "end", 0, y + 22, bytes * WIDE, 14);
            y += 46;
        }
        sheet.text("soft left", 0, y + 10, "The route splits a list; each part takes one of two ways. JDK 25.");
        sheet.check(
                "bytes",
                "Bytes allocated for each message of one route, and messages a second: Mehari, Vert.x, "
                        + "Spring Integration, Apache Camel");
    }

    private static Row row(Figures figures, String subject, String metric) {
        return figures.row("compare", "split-choice", subject, "25", metric);
    }
}
