package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The same result always gives the same bytes, and each chart describes in words what it shows. */
class ChartsTest {

    /**
     * After an intended change, write the charts again with {@code io.mehari.report.Pictures sample.json -o golden},
     * and look at them.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "camel-23686-messages-s",
                "camel-23686-messages-s-over-time-jdk-25",
                "camel-23686-objects-jdk-25",
                "seda-2-3-latency-us-jdk-25"
            })
    void aPictureIsWhatItWas(String name) {
        assertThat(picture(name).svg().equals(Samples.text("golden/" + name + ".svg")))
                .as(name)
                .isTrue();
    }

    @Test
    void noLocaleChangesAByte() {
        List<Charts.Picture> before = Charts.of(Samples.result());
        String page = HtmlReport.of(Samples.result());
        Locale locale = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-deva"));
            assertThat(Charts.of(Samples.result())).isEqualTo(before);
            assertThat(HtmlReport.of(Samples.result()).equals(page)).isTrue();
        } finally {
            Locale.setDefault(locale);
        }
    }

    @Test
    void everyPictureIsXmlWithATitleAndADescription() throws Exception {
        for (Charts.Picture picture : Charts.of(Samples.result())) {
            Element svg = parsed(picture).getDocumentElement();
            assertThat(svg.getAttribute("role")).isEqualTo("img");
            assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                    .startsWith(picture.scenario());
            assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                    .contains("mehari", ".");
            assertThat(picture.svg()).contains("prefers-color-scheme: dark").doesNotContain("NaN", "Infinity");
        }
    }

    @Test
    void everyBarHasItsNumberAndItsWhisker() throws Exception {
        Document svg = parsed(picture("camel-23686-messages-s"));

        assertThat(texts(svg)).contains("7.54 M", "6.01 M", "320 k", "345 k", "409 k", "6.79 M", "JDK 25", "JDK 17");
        NodeList paths = svg.getElementsByTagName("path");
        int whiskers = 0;
        for (int i = 0; i < paths.getLength(); i++) {
            whiskers += ((Element) paths.item(i)).getAttribute("class").equals("whisker") ? 1 : 0;
        }
        assertThat(whiskers).isEqualTo(10);
    }

    /** One fork that is fifty times slower must not make the bars invisible. */
    @Test
    void aHugeRangeIsCut() {
        Row wild = Row.of("g", "peer", "25", "ns", Better.LESS, List.of(1.0, 2.0, 100.0));
        Row calm = Row.of("g", "mehari", "25", "ns", Better.LESS, List.of(40.0, 41.0, 42.0));
        Result result = Result.begun("t", "c", "x").withRows(List.of(calm, wild));

        assertThat(Charts.of(result).get(0).svg()).contains("l4 4l-4 4");
    }

    @Test
    void theFloorIsNoBarBesideThoseThatCanBeCompared() {
        Row floor = Row.of("g", "floor", "25", "messages/s", Better.MORE, List.of(100.0));
        Row mehari = Row.of("g", "mehari", "25", "messages/s", Better.MORE, List.of(20.0));
        Row peer = Row.of("g", "peer", "25", "messages/s", Better.MORE, List.of(2.0));
        Result result = Result.begun("t", "c", "x").withRows(List.of(floor, mehari, peer));

        assertThat(Charts.of(result))
                .singleElement()
                .satisfies(picture -> assertThat(picture.svg()).contains("peer").doesNotContain("floor"));
    }

    @Test
    void nothingToSeeIsNoPictureAndOddFiguresDoNoHarm() {
        Result empty = Result.begun("t", "c", "x");
        Row zero = Row.of("g", "mehari", "25", "B", Better.LESS, List.of(0.0));
        Row negative = Row.of("h", "mehari", "25", "B", Better.LESS, List.of(-3.0, -4.0));
        Result odd = empty.withRows(List.of(zero, negative))
                .withPercentiles(List.of(
                        new Percentiles("g", "mehari", "25", "us", List.of()),
                        new Percentiles("h", "mehari", "25", "us", List.of(new Point(0, 0), new Point(1, 0)))))
                .withSeries(List.of(
                        new Series("g", "mehari", "25", "B", List.of()),
                        new Series("h", "mehari", "25", "B", List.of(new Point(0, 0))),
                        new Series("g", "mehari", "25", "ns", "n", List.of()),
                        new Series("h", "mehari", "25", "ns", "n", List.of(new Point(0, 0)))))
                .withObjects(List.of(new ObjectRow("g", "mehari", "25", "T", 0, 0)));

        assertThat(Charts.of(empty)).isEmpty();
        assertThat(Charts.of(odd))
                .hasSize(7)
                .allSatisfy(picture -> assertThat(picture.svg()).doesNotContain("NaN", "Infinity", "width=\"-"));
        assertThat(HtmlReport.of(odd)).contains("</html>");
    }

    /**
     * Curves of different charts can be compared: a steep line means that the cost grows in proportion to the count.
     */
    @Test
    void whatDoesNotGrowIsALevelLine() throws Exception {
        List<Double> level = heights(List.of(new Point(1, 7), new Point(1_000, 7)));
        List<Double> steep = heights(List.of(new Point(1, 7), new Point(1_000, 7_000)));

        assertThat(level.get(0)).isEqualTo(level.get(1));
        assertThat(steep.get(0) - steep.get(1)).isGreaterThan(140);
    }

    private static List<Double> heights(List<Point> points) throws Exception {
        Result result = Result.begun("t", "c", "x")
                .withRows(List.of(
                        Row.of("g/1", "mehari", "25", "ns", Better.LESS, List.of(7.0)),
                        Row.of("g/1000", "mehari", "25", "ns", Better.LESS, List.of(7.0))))
                .withSeries(List.of(new Series("g", "mehari", "25", "ns", "n", points)));
        List<Charts.Picture> pictures = Charts.of(result);
        assertThat(pictures).as("no bars beside the curve").hasSize(1);
        NodeList paths = parsed(pictures.get(0)).getElementsByTagName("path");
        Element curve = null;
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            curve = path.getAttribute("class").startsWith("curve") && curve == null ? path : curve;
        }
        assertThat(curve).isNotNull();
        return Arrays.stream(curve.getAttribute("d").substring(1).split("L", -1))
                .map(point -> Double.valueOf(point.split(" ", -1)[1]))
                .toList();
    }

    @Test
    void aLongRunKeepsItsPeaks() {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            points.add(new Point(i, i == 4321 ? 9 : i == 8765 ? 0 : 5));
        }

        List<Point> thinned = TimeChart.thinned(points);

        assertThat(thinned).hasSizeLessThanOrEqualTo(400).contains(new Point(4321, 9), new Point(8765, 0));
        assertThat(thinned.stream().map(Point::x)).isSorted();
    }

    @Test
    void picturesAreFiles(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("result.json");
        Samples.result().write(json);

        Pictures.run(json.toString(), "-o", folder.resolve("svg").toString());

        assertThat(Files.readString(folder.resolve("svg/cbr-ns.svg")))
                .isEqualTo(picture("cbr-ns").svg());
        assertThatThrownBy(() -> Pictures.run(json.toString())).hasMessageContaining("after -o");
        assertThatThrownBy(() -> Report.run("-o", "x")).hasMessageContaining("Report result.json");
    }

    private static Charts.Picture picture(String name) {
        return Charts.of(Samples.result()).stream()
                .filter(picture -> picture.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Document parsed(Charts.Picture picture) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        return factory.newDocumentBuilder()
                .parse(new ByteArrayInputStream(picture.svg().getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> texts(Document svg) {
        NodeList texts = svg.getElementsByTagName("text");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            all.add(texts.item(i).getTextContent());
        }
        return all;
    }
}
