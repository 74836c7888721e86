package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares the result of the page with a second one, in charts and in a table. Screenshots are in {@code
 * target/screenshots}.
 */
class ComparisonInABrowserTest extends PageInABrowser {
    private static final String FINDINGS = "document.querySelectorAll('#compared-pictures .finding')";
    private static final String PICTURE = "document.querySelector('#compared-pictures svg')";

    @Test
    void aSecondResultIsComparedWithThisOne() throws IOException {
        Path second = Files.writeString(folder.resolve("second.json"), slower());

        browser.choose("#second", second);
        await("document.querySelector('#compared table') !== null");

        String compared = text("document.querySelector('#compared').innerText");
        assertThat(compared)
                .contains("▼ the second is worse", "≈ no difference shown", "only here")
                .contains("0.5x", "one sample: no verdict");
        assertThat(number("document.querySelectorAll('#compared tr.worse').length"))
                .isEqualTo(6);
        assertThat(text("document.querySelector('#compared-what').innerText"))
                .contains("commit abc1234", "2 cores, 48 GiB", "Two machines");

        browser.click("#compared thead th:nth-child(7) button");
        assertThat(text("document.querySelector('#compared tbody tr').className"))
                .isEqualTo("worse");
        browser.screenshot(SHOTS.resolve("compared.png"), true);
    }

    /** The longest bar (400, with a range up to 440) takes the whole width; the other bars are in proportion. */
    @Test
    void eachBarIsAsLongAsItsFigureAndEachWhiskerAsItsRange() throws IOException {
        openWith(made(
                figure("mehari", Better.MORE, 400, 360, 440),
                figure("camel-4.22.0", Better.MORE, 100, 90, 110),
                figure("vertx-5.0.4", Better.MORE, 50, 50, 50)));
        compareWith(made(
                        figure("mehari", Better.MORE, 200, 190, 210),
                        figure("camel-4.22.0", Better.MORE, 300, 250, 350),
                        figure("raw-jctools", Better.MORE, 0, 0, 0))
                .toJson());

        double one = 188 / 440.0;
        assertThat(numbers(PICTURE + ".querySelectorAll('rect.first')", "e.width.baseVal.value"))
                .usingElementComparator(about(0.06))
                .containsExactly(400 * one, 100 * one, 50 * one);
        assertThat(numbers(PICTURE + ".querySelectorAll('rect.second:has(title)')", "e.width.baseVal.value"))
                .usingElementComparator(about(0.06))
                .containsExactly(200 * one, 300 * one, 1.0);
        assertThat(numbers(PICTURE + ".querySelectorAll('path.whisker')", "e.getBBox().x"))
                .usingElementComparator(about(0.06))
                .containsExactly(172 + 360 * one, 172 + 190 * one, 172 + 90 * one, 172 + 250 * one);
        assertThat(numbers(PICTURE + ".querySelectorAll('path.whisker')", "e.getBBox().width"))
                .usingElementComparator(about(0.11))
                .containsExactly(80 * one, 20 * one, 20 * one, 100 * one);
        assertThat(text("[..." + PICTURE + ".querySelectorAll('.finding')].map(e => e.textContent).join('|')"))
                .isEqualTo("▼ worse 0.5x|▲ better 3x|only here|only in the second");
    }

    @Test
    void bothBarsOfAPairHaveTheColourOfTheirSubjectAndBeginBelowEachOther() {
        compareWithItself();

        assertThat(text("[...document.querySelectorAll('#compared-pictures rect.first')].filter(e => {"
                        + " const second = e.parentNode.querySelector("
                        + "`rect.second[y=\"${e.y.baseVal.value + 16}\"]`);"
                        + " return !second || getComputedStyle(second).fill !== getComputedStyle(e).fill"
                        + "   || getComputedStyle(second).stroke !== getComputedStyle(e).fill"
                        + "   || second.x.baseVal.value !== e.x.baseVal.value; }).map(e => e.textContent).join()"))
                .isEmpty();
        assertThat(text("[...document.querySelectorAll('#compared-pictures rect.first')]"
                        + ".find(e => e.textContent.startsWith('camel-4.22.0 ')).classList[1]"))
                .isEqualTo(text("[...document.querySelectorAll('section:not(#compare) .chart rect')]"
                        + ".find(e => e.textContent.startsWith('camel-4.22.0 ')).classList[0]"));
    }

    @ParameterizedTest
    @CsvSource({"1280, false", "1280, true", "390, false", "390, true"})
    void thePicturesOfAComparisonAreReadable(int width, boolean dark) throws IOException {
        browser.resize(width, 900, width < 700);
        browser.dark(dark);
        compareWith(slower());

        assertThat(misplaced()).isEmpty();
        assertThat(numbers(FINDINGS, "e.getBBox().x + e.getBBox().width"))
                .isNotEmpty()
                .allMatch(end -> end < 172);
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(width);
        assertThat(number("document.querySelectorAll('#compared-pictures .finding.worse').length"))
                .isEqualTo(number("document.querySelectorAll('#compared tr.worse').length"))
                .isEqualTo(number("document.querySelectorAll('#compared-pictures rect.loss').length"))
                .isEqualTo(6);
        assertThat(text("getComputedStyle(document.querySelector('#compared-pictures .finding.worse')).fill"))
                .isEqualTo(dark ? "rgb(255, 138, 128)" : "rgb(179, 38, 30)");
        browser.evaluate("document.querySelectorAll('section:not(#compare)').forEach(e => e.remove())");
        browser.screenshot(SHOTS.resolve("compared-" + width + (dark ? "-dark.png" : "-light.png")), true);
    }

    @Test
    void onlyAPictureWithWhiskersSaysWhatTheyAre() {
        compareWithItself();

        assertThat(text("[...document.querySelectorAll('#compared-pictures svg')].filter(e =>"
                        + " e.textContent.includes('whisker:') !== !!e.querySelector('.whisker'))"
                        + ".map(e => e.querySelector('.head').textContent).join()"))
                .isEmpty();
        assertThat(number("document.querySelectorAll('#compared-pictures svg:not(:has(.whisker))').length"))
                .isPositive();
    }

    @Test
    void longNamesAndWideNumbersStayInTheirPlaces() throws IOException {
        openWith(Samples.wide());
        compareWithItself();

        assertThat(text("document.querySelector('#compared-pictures').textContent"))
                .contains("fire-and-forget", "spring-integration-7.1.0");
        assertThat(misplaced()).isEmpty();
        assertThat(numbers(FINDINGS, "e.getBBox().x + e.getBBox().width"))
                .isNotEmpty()
                .allMatch(end -> end < 172);
    }

    @Test
    void comparingWithItselfShowsNoDifference() {
        compareWithItself();

        assertThat(number("document.querySelectorAll('#compared tbody tr').length"))
                .isEqualTo(number("document.querySelectorAll('#compared tbody tr.even').length"))
                .isGreaterThan(50);
        assertThat(number("document.querySelectorAll('#compared-pictures .finding.even').length"))
                .isEqualTo(number("document.querySelectorAll('#compared tbody tr').length"));
    }

    @Test
    void aFileThatIsNoResultIsRefusedInWords() throws IOException {
        compareWithItself();
        Path wrong = Files.writeString(folder.resolve("wrong.json"), "{\"format\": 7}");

        browser.choose("#second", wrong);
        await("document.querySelector('#compared-what').innerText.startsWith('wrong.json')");

        assertThat(text("document.querySelector('#compared-what').innerText"))
                .isEqualTo("wrong.json cannot be compared: expected a result of format 2, with rows and percentiles");
        assertThat(number("document.querySelector('#compare').querySelectorAll('figure, table').length"))
                .isZero();
    }

    @Test
    void aFigureThatIsNoNumberIsRefusedInWords() throws IOException {
        Path wrong = Files.writeString(
                folder.resolve("text.json"),
                Samples.result().toJson().replaceFirst("\"value\": [0-9]+", "\"value\": \"many\""));

        browser.choose("#second", wrong);
        await("document.querySelector('#compared-what').innerText !== ''");

        assertThat(text("document.querySelector('#compared-what').innerText"))
                .isEqualTo("text.json cannot be compared: expected numbers as the figure of mehari in camel-23686");
    }

    /**
     * A smaller result from another machine. In one scenario it takes twice the time, in another it is slower at 99 %.
     */
    private static String slower() {
        List<Row> slower = Samples.result().rows().stream()
                .filter(row -> !row.subject().equals("vertx-5.0.4"))
                .map(row -> row.group().equals("cbr/mixed") ? times(row, 2) : row)
                .toList();
        return Samples.with(Samples.result(), slower)
                .toJson()
                .replace("[0.99, 2.52]", "[0.99, 3.52]")
                .replace("24 GiB", "48 GiB");
    }

    private static Result made(Row... rows) {
        return Result.begun("made", "up", "here").withRows(List.of(rows));
    }

    private static void openWith(Result result) throws IOException {
        Path file = folder.resolve("other.html");
        Report.write(result, file);
        browser.open(file.toUri());
    }

    private static void compareWith(String second) {
        browser.evaluate("mehariReport.compare(" + second + ")");
    }

    private static void compareWithItself() {
        browser.evaluate("mehariReport.compare(JSON.parse(document.getElementById('result').textContent))");
    }

    private static Row figure(String subject, Better better, double value, double low, double high) {
        return new Row("made/up", subject, "25", "messages/s", better, value, low, high, List.of(low, value, high), "");
    }

    private static List<Double> numbers(String elements, String each) {
        return browser.evaluate("[..." + elements + "].map(e => " + each + ")")
                .valueStream()
                .map(JsonNode::asDouble)
                .toList();
    }

    private static Comparator<Double> about(double nearness) {
        return (a, b) -> Math.abs(a - b) <= nearness ? 0 : Double.compare(a, b);
    }

    private static Row times(Row row, double factor) {
        return Row.of(
                row.group(),
                row.subject(),
                row.jdk(),
                row.metric(),
                row.better(),
                row.samples().stream().map(sample -> sample * factor).toList());
    }
}
