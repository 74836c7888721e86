package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.engine.Better;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The same result always gives the same bytes, and each chart describes in words what it shows. */
class ChartsTest {

    @Test
    void noLocaleChangesAByte() {
        Result result = Samples.result();
        List<Charts.Picture> before = Charts.of(result);
        Locale locale = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-deva"));
            assertThat(Charts.of(result)).isEqualTo(before);
        } finally {
            Locale.setDefault(locale);
        }
    }

    /** A page may have pictures of several runs, which need not agree. */
    @Test
    void everyPictureNamesItsRun() {
        Result result = Samples.result();
        String run = result.date().toString().substring(0, 10) + ", commit " + result.commit();

        assertThat(Charts.of(result))
                .allSatisfy(each -> assertThat(each.svg()).contains(run + "</title>", run + "</text>"));
    }

    /** librsvg, which draws pictures in many previews, knows no variables of CSS: with them, all was black. */
    @Test
    void everyPictureIsXmlThatEachViewerCanDrawAndFitsOnAScreen() throws Exception {
        List<Charts.Picture> pictures = new ArrayList<>(Charts.of(Samples.result()));
        pictures.addAll(Charts.of(Samples.wide()));
        pictures.addAll(Charts.of(many()));
        for (Charts.Picture picture : pictures) {
            Element svg = parsed(picture).getDocumentElement();
            assertThat(svg.getAttribute("role")).isEqualTo("img");
            assertThat(Integer.parseInt(svg.getAttribute("height"))).isLessThanOrEqualTo(600);
            assertThat(svg.getElementsByTagName("title").item(0).getTextContent())
                    .isNotBlank();
            assertThat(svg.getElementsByTagName("desc").item(0).getTextContent())
                    .contains("mehari", ".");
            assertThat(picture.svg()).contains("prefers-color-scheme: dark").doesNotContain("var(", "NaN", "Infinity");
        }
        assertThat(Charts.of(many()))
                .extracting(Charts.Picture::name)
                .containsExactly("g-ns-jdk-25", "g-ns-jdk-25-2", "g-ns-jdk-25-3");
    }

    private static Result many() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            rows.add(Row.of("g/" + i / 5, "mehari-" + i % 5, "25", "ns", Better.LESS, List.of(1.0 + i)));
        }
        return Samples.of(rows, List.of(), List.of());
    }

    @Test
    void titlesAndAxesAreWordsWithUnits() throws Exception {
        assertThat(texts(parsed(picture("camel-23686-messages-s"))))
                .contains("Route with split, direct and choice: messages a second", "messages a second");
        assertThat(texts(parsed(picture("seda-2-3-latency-us-jdk-25"))))
                .contains(
                        "Latency: Through a seda: queue, 2 senders, 3 consumers",
                        "microseconds",
                        "% of the messages took no longer");
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
        Result result = Samples.of(List.of(calm, wild), List.of(), List.of());

        assertThat(Charts.of(result).get(0).svg()).contains("l4 4l-4 4");
    }

    @Test
    void theFloorIsNoBarBesideThoseThatCanBeCompared() {
        Row floor = Row.of("g", "floor", "25", "messages/s", Better.MORE, List.of(100.0));
        Row mehari = Row.of("g", "mehari", "25", "messages/s", Better.MORE, List.of(20.0));
        Row peer = Row.of("g", "peer", "25", "messages/s", Better.MORE, List.of(2.0));
        Result result = Samples.of(List.of(floor, mehari, peer), List.of(), List.of());

        assertThat(Charts.of(result))
                .singleElement()
                .satisfies(picture -> assertThat(picture.svg()).contains("peer").doesNotContain("floor"));
    }

    @Test
    void nothingToSeeIsNoPictureAndOddFiguresDoNoHarm() {
        Row zero = Row.of("g", "mehari", "25", "B", Better.LESS, List.of(0.0));
        Row negative = Row.of("h", "mehari", "25", "B", Better.LESS, List.of(-3.0, -4.0));
        Result odd = Samples.of(
                List.of(zero, negative),
                List.of(
                        new Percentiles("g", "mehari", "25", "us", List.of()),
                        new Percentiles("h", "mehari", "25", "us", List.of(new Point(0, 0), new Point(1, 0)))),
                List.of(
                        new Series("g", "mehari", "25", "ns", "n", List.of()),
                        new Series("h", "mehari", "25", "ns", "n", List.of(new Point(0, 0)))));

        assertThat(Charts.of(Samples.of(List.of(), List.of(), List.of()))).isEmpty();
        assertThat(Charts.of(odd))
                .hasSize(4)
                .allSatisfy(picture -> assertThat(picture.svg()).doesNotContain("NaN", "Infinity", "width=\"-"));
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
        Result result = Samples.of(
                List.of(
                        Row.of("g/1", "mehari", "25", "ns", Better.LESS, List.of(7.0)),
                        Row.of("g/1000", "mehari", "25", "ns", Better.LESS, List.of(7.0))),
                List.of(),
                List.of(new Series("g", "mehari", "25", "ns", "n", points)));
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
