package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Point;
import io.mehari.report.Result;
import io.mehari.report.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Figures in sentences and in pictures. PagesTest compares tables and pictures with the published data. */
class FiguresTest {
    private static final Pattern FIGURE = Pattern.compile(
            "\\d[\\d.,]* ?(ns|us|µs|M/s|B|bytes|[kKMG]i?B)\\b|million messages|"
                    + "\\b(takes|took|costs|moves|moved) (up to )?(\\d+ times|twice as|half of|a third more|a quarter more)\\b");

    /** Many previews draw pictures with librsvg, which knows no variables of CSS. */
    @Test
    void everyPictureCanBeDrawnByEachViewerAndFitsOnAScreen() throws Exception {
        try (Stream<Path> all = Files.walk(Samples.root().resolve("docs"))) {
            for (Path picture : all.filter(each ->
                            each.toString().endsWith(".svg") && !each.toString().contains("target"))
                    .toList()) {
                Element svg = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(picture.toFile())
                        .getDocumentElement();
                String[] box = svg.getAttribute("viewBox").split(" ", -1);
                assertThat(Double.parseDouble(box[3])).as("%s", picture).isLessThanOrEqualTo(640);
                assertThat(Files.readString(picture)).as("%s", picture).doesNotContain("var(");
            }
        }
    }

    /** A file has the figures of a curve twice, for the table and for the picture. */
    @Test
    void eachCurveHasTheFiguresOfItsRows() throws IOException {
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.list(Figures.FOLDER)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".json")).toList()) {
                Result result = Result.read(file);
                for (Series curve : result.series()) {
                    for (Point point : curve.points()) {
                        String group = curve.group() + "/" + (long) point.x();
                        boolean same = result.rows().stream()
                                .anyMatch(row -> row.group().equals(group)
                                        && row.subject().equals(curve.subject())
                                        && row.jdk().equals(curve.jdk())
                                        && row.metric().equals(curve.metric())
                                        && row.value() == point.y());
                        if (!same) {
                            wrong.add(file.getFileName() + ": " + group);
                        }
                    }
                }
            }
        }
        assertThat(wrong).as("points of curves that are no rows").isEmpty();
    }

    /**
     * A number of speed or bytes in a sentence of README or of the guide is that of the published data, or is listed
     * with a reason. So no sentence contradicts the tables after the next measurement.
     */
    @Test
    void noSentenceHasAFigureOfItsOwn() throws IOException {
        Set<String> facts = Set.of(
                FigureTables.bytesOfAnExchange() + " bytes", FigureTables.bytesOfAnExchange(Figures.CAMEL) + " bytes");
        Set<String> byHand = new TreeSet<>(Files.readAllLines(Path.of("src/test/resources/figures-by-hand.txt")));
        Set<String> unused = new TreeSet<>(byHand);
        unused.removeIf(each -> each.startsWith("#"));
        List<String> wrong = new ArrayList<>();
        for (Page page : Page.all()) {
            if (page.name().matches("README.md|docs/guide/.*")) {
                List<String> prose = page.prose();
                for (int i = 0; i < prose.size(); i++) {
                    Matcher figure = FIGURE.matcher(prose.get(i));
                    while (figure.find()) {
                        String name = page.name() + " | " + figure.group();
                        List<String> listed = byHand.stream()
                                .filter(each -> each.startsWith(name + " | "))
                                .toList();
                        unused.removeAll(listed);
                        if (listed.isEmpty() && !facts.contains(figure.group())) {
                            wrong.add(page.at(i) + ": " + figure.group());
                        }
                    }
                }
            }
        }
        assertThat(wrong)
                .as("figures in sentences: link to the results, or list them with a reason")
                .isEmpty();
        assertThat(unused).as("listed, but on no page").isEmpty();
    }
}
