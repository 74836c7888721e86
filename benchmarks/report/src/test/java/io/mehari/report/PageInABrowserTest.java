package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Views and uses the page in a real browser. Screenshots are in {@code target/screenshots}. */
class PageInABrowserTest extends PageInABrowser {
    private static final String ROWS = "document.querySelector('#s-cbr table.sortable')";

    @Test
    void theFirstScreenSaysWhatWasMeasuredWhereAndHow() {
        String screen = text("document.querySelector('header').innerText");

        assertThat(number("document.querySelector('.tally').getBoundingClientRect().bottom"))
                .isLessThan(900);
        assertThat(screen)
                .contains("The demonstration", "AMD EPYC 9R14, 2 cores, 24 GiB, Linux 6.18")
                .contains("25.0.3+9-LTS", "17.0.15+6-Debian", "-Xms1g -Xmx1g", "abc1234", "2026-11-21 16:20:00 UTC")
                .contains("./demo --seconds 10", "A/A noise: 3.1 %");
    }

    @Test
    void everyPictureIsDrawn() {
        assertThat(number("document.querySelectorAll('figure svg').length"))
                .isEqualTo(Charts.of(Samples.result()).size());
        assertThat(number("[...document.querySelectorAll('figure svg')]"
                        + ".filter(svg => svg.getBoundingClientRect().height > 100).length"))
                .isEqualTo(Charts.of(Samples.result()).size());
        assertThat(text("getComputedStyle(document.querySelector('.chart .c0')).fill"))
                .isEqualTo("rgb(0, 120, 90)");
    }

    @Test
    void noTextOfAPictureLeavesItOrTouchesAnother() throws IOException {
        assertThat(misplaced()).isEmpty();

        Path wide = folder.resolve("wide.html");
        Report.write(Samples.wide(), wide);
        browser.open(wide.toUri());

        assertThat(misplaced()).isEmpty();
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(1280);
        browser.resize(360, 900, true);
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(360);
    }

    @Test
    void aTableSortsByMouse() {
        List<String> asMeasured = column("Figure");

        browser.click("#s-cbr thead th:nth-child(5) button");
        List<String> ascending = column("Figure");
        browser.click("#s-cbr thead th:nth-child(5) button");
        List<String> descending = column("Figure");

        assertThat(values("Figure")).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(ascending).isNotEqualTo(asMeasured).containsExactlyInAnyOrderElementsOf(asMeasured);
        assertThat(descending.get(0)).isEqualTo(ascending.get(ascending.size() - 1));
        assertThat(text(ROWS + ".querySelector('th[aria-sort]').getAttribute('aria-sort')"))
                .isEqualTo("descending");
    }

    @Test
    void aTableSortsByKeyboard() {
        browser.evaluate("document.querySelector('#s-cbr thead th:nth-child(4) button').focus()");
        browser.press("Tab");
        browser.press("Enter");

        assertThat(values("Figure")).isSorted();
        assertThat(text("document.activeElement.textContent")).isEqualTo("Figure");

        browser.press(" ");

        assertThat(values("Figure")).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void whatMehariLostIsMarkedAndSaid() {
        assertThat(text("[...document.querySelectorAll('tr.lost .standing')].map(e => e.innerText).join('|')"))
                .matches("(▼ lost [0-9.]+x\\|?){6}");
        assertThat(text("document.querySelector('.tally .lost').innerText")).contains("▼ 6", "lost");
        browser.click(".losses summary");
        assertThat(text("document.querySelector('.losses').innerText"))
                .contains("seda/2-1, JDK 25, messages/s: ▼ lost 2.08x to raw-jctools");
    }

    /** A result of ./demo has each figure once. No figure is called ahead, and no chart mentions whiskers. */
    @Test
    void singleSamplesAreRatiosWithoutAVerdict() throws IOException {
        openWith(Samples.once(Samples.result()));

        assertThat(text("document.querySelector('.tally').innerText"))
                .contains("measured once or twice: a ratio, no verdict")
                .doesNotContain("ahead", "lost", "no difference");
        assertThat(text("document.querySelector('.verdicts').innerText")).startsWith("One sample or two show a ratio");
        assertThat(text("document.body.innerText"))
                .doesNotContain("confidence", "whisker:")
                .contains("one sample each");
        browser.screenshot(SHOTS.resolve("once.png"), true);
    }

    /**
     * With one subject on one JDK, there is a table of figures, no charts with a single bar, and no count of wins and
     * losses.
     */
    @Test
    void whoIsAloneIsInATable() throws IOException {
        Result once = Samples.once(Samples.only(Samples.result(), "mehari"));
        openWith(Samples.with(
                once, once.rows().stream().filter(row -> row.jdk().equals("25")).toList()));

        assertThat(number("document.querySelectorAll('.tally, #s-camel-23686 figure text.part').length"))
                .isZero();
        assertThat(number("document.querySelectorAll('#s-camel-23686 tbody tr').length"))
                .isPositive();
        browser.dark(true);
        browser.resize(390, 900, true);
        browser.screenshot(SHOTS.resolve("alone-phone-dark.png"), true);
    }

    private static void openWith(Result result) throws IOException {
        Path file = folder.resolve("other.html");
        Report.write(result, file);
        browser.open(file.toUri());
    }

    @Test
    void theJsonInThePageIsTheResult() {
        browser.click("#json summary");
        await("document.getElementById('raw').textContent !== ''");

        assertThat(Result.parse(text("document.getElementById('raw').textContent")))
                .isEqualTo(Samples.result());
    }

    /** Texts in a result are never treated as markup or scripts. */
    @Test
    void whatTheDataSaysIsTextAndNothingElse() throws IOException {
        String evil =
                "</script><script>document.title = 'taken'</script><img src=x onerror=\"document.title='taken'\">";
        Row row = Row.of(evil, evil, evil, evil, Better.MORE, List.of(1.0, 2.0)).withNote(evil);
        Path file = folder.resolve("evil.html");
        Result result = Result.begun(evil, evil, evil).withRows(List.of(row)).withNote(evil);
        Report.write(
                result.withPercentiles(List.of(new Percentiles(evil, evil, evil, evil, List.of(new Point(0.5, 1)))))
                        .withSeries(List.of(new Series(evil, evil, evil, evil, List.of(new Point(0, 1)))))
                        .withObjects(List.of(new ObjectRow(evil, evil, evil, evil, 1, 1))),
                file);

        browser.open(file.toUri());
        browser.evaluate("mehariReport.compare(JSON.parse(document.getElementById('result').textContent))");

        assertThat(text("document.title")).isEqualTo(evil);
        assertThat(number("document.images.length + document.scripts.length")).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"360, false", "360, true", "768, false", "1001, false", "1280, false", "1280, true"})
    void nothingIsWiderThanTheWindow(int width, boolean dark) throws IOException {
        browser.resize(width, 900, width < 700);
        browser.dark(dark);
        browser.evaluate("mehariReport.compare(JSON.parse(document.getElementById('result').textContent))");

        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(width);
        assertThat(
                        text(
                                "[...document.querySelectorAll('body *')].filter(e =>"
                                        + " e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80)).join()"))
                .isEmpty();
        String sheet = text("getComputedStyle(document.body).backgroundColor");
        assertThat(sheet).isEqualTo(dark ? "rgb(13, 17, 21)" : "rgb(244, 246, 248)");
        assertThat(text("getComputedStyle(document.querySelector('.chart .card')).fill"))
                .isEqualTo(dark ? "rgb(22, 27, 33)" : "rgb(255, 255, 255)");
        browser.evaluate("scrollTo(0, 0)");
        browser.screenshot(SHOTS.resolve(width + (dark ? "-dark.png" : "-light.png")), true);
    }

    private static List<String> column(String label) {
        return browser.evaluate(
                        "[..." + ROWS + ".querySelectorAll('td[data-label=\"" + label + "\"]')].map(e => e.innerText)")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    private static List<Double> values(String label) {
        return browser.evaluate("[..." + ROWS + ".querySelectorAll('td[data-label=\"" + label
                        + "\"]')].map(e => Number(e.dataset.value))")
                .valueStream()
                .map(JsonNode::asDouble)
                .toList();
    }
}
