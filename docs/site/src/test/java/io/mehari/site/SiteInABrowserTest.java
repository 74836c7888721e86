package io.mehari.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The site in a real browser, read from files; what it looked like stays in {@code target/screenshots}. */
class SiteInABrowserTest {
    private static final Path SHOTS = Path.of("target", "screenshots");

    private static Browser browser;

    @BeforeAll
    static void openTheBrowser() throws IOException {
        if (Browser.installed().isEmpty()) {
            System.out.println("[SKIPPED] " + Browser.MISSING);
        }
        Assumptions.assumeTrue(Browser.installed().isPresent(), Browser.MISSING);
        browser = Browser.start();
    }

    @AfterAll
    static void closeTheBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void onADesk() {
        browser.resize(1280, 900, false);
        browser.dark(false);
    }

    @AfterEach
    void nothingWentWrongAndNoNetworkWasUsed() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(address -> address.matches("(file|data):.*"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "index.html",
                "README.html",
                "docs/guide/start-here.html",
                "docs/guide/laws.html",
                "docs/guide/porting.html",
                "docs/guide/components/seda.html",
                "docs/course/ladder.html",
                "docs/course/step08/index.html",
                "docs/course/step08/After.java.html",
                "docs/decisions/index.html",
                "docs/results/queues.html",
                "core-impl/index.html"
            })
    void nothingIsWiderThanAPhone(String address) throws IOException {
        browser.resize(360, 780, true);
        open(address);

        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(360);
        assertThat(
                        text(
                                "[...document.querySelectorAll('body *')].filter(e => !e.closest('pre, table:not(.cards), .skip, p:has(> img)')"
                                        + " && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 80)).join()"))
                .isEmpty();
        shoot(address, "phone");
    }

    @Test
    void everyPageOpensWithoutAComplaint() throws IOException {
        for (String page : new Project(Written.PROJECT).pages()) {
            open(Address.ofPage(page));

            assertThat(browser.complaints()).as(page).isEmpty();
            assertThat(number("document.querySelectorAll('h1').length"))
                    .as(page)
                    .isEqualTo(1);
            assertThat(number("document.documentElement.scrollWidth")).as(page).isEqualTo(1280);
            assertThat(number("[...document.images].filter(image => image.naturalWidth === 0).length"))
                    .as(page)
                    .isZero();
        }
    }

    @Test
    void aWordIsFoundAndEnterOpensItsPage() throws IOException {
        open("docs/guide/concepts.html");

        browser.press("/");
        for (String letter : "aggregate".split("", -1)) {
            if (!letter.isEmpty()) {
                browser.press(letter);
            }
        }
        await("document.querySelectorAll('#found [role=option]').length > 3");

        assertThat(text("document.querySelector('#found [aria-selected=true]').innerText"))
                .startsWith("aggregate");
        shoot("search", "desk");

        browser.press("Enter");
        await("location.pathname.endsWith('/docs/guide/patterns/aggregate.html')");
        await("document.querySelector('h1')?.textContent === 'aggregate'");
    }

    @ParameterizedTest
    @CsvSource({
        "JMX, docs/guide/observing.html#jmx",
        "virtual threads, docs/guide/threads.html#virtual-threads",
        "80 bytes, docs/decisions/002-eighty-bytes.html",
        "graceful shutdown, docs/guide/lifecycle.html#stopping",
        "metrics, docs/guide/(observing|orders).html.*",
        "backpressure, 'docs/guide/components/(netty|kafka|jms).html#.*backpressure'",
        "thread-safe, docs/guide/threads.html",
        "thread safe, docs/guide/threads.html",
        "retry, 'docs/guide/errors.html#(error-handlers|onexception)'",
        "dead letter, docs/guide/errors.html#error-handlers",
        "dead letter queue, docs/guide/errors.html",
        "case-insensitive, docs/guide/concepts.html#exchange",
        "case insensitive, docs/guide/concepts.html#exchange",
        "ExchangePool, core-impl/src/main/java/io/mehari/impl/exchange/ExchangePool.java.html"
    })
    void whatIsLookedForComesFirst(String words, String address) {
        open("docs/course/step01/index.html");
        browser.evaluate("document.getElementById('search').focus()");
        browser.evaluate("document.getElementById('search').value = " + Json.write(words));
        browser.press(" ");
        await("document.querySelector('#found a') !== null");

        assertThat(text("document.querySelector('#found a').href"))
                .startsWith(Written.SITE.toUri().toString())
                .matches(".*/" + address);
        assertThat(
                        number(
                                "[...document.querySelectorAll('#found a')].slice(1).filter(e => /[.]java[.]html/.test(e.href)).length"))
                .isZero();
    }

    @Test
    void sourcesAreFoundWhenAskedFor() {
        open("docs/guide/concepts.html");
        browser.press("/");
        for (String letter : List.of("p", "o", "o", "l")) {
            browser.press(letter);
        }
        await("document.querySelector('#found .sources') !== null");
        assertThat(number("document.querySelectorAll('#found a[href*=\".java.html\"]').length"))
                .isZero();

        browser.press("ArrowUp"); // the last one
        browser.press("Enter");
        await("document.querySelector('#found [aria-selected=true] a') !== null"); // no button, but a source
    }

    /** A table that is no list of cards is scrolled sideways, and what a row is about stays in sight. */
    @Test
    void theFirstColumnOfAWideTableStaysOnAPhone() throws IOException {
        browser.resize(360, 780, true);
        open("docs/results/summary.html");
        String table = "[...document.querySelectorAll('.scroll > table')].find(e => e.rows[0].cells.length >= 7)";
        browser.evaluate(table + ".scrollIntoView()");
        browser.evaluate(table + ".parentNode.scrollLeft = 200");

        double left = number(table + ".rows[3].cells[0].getBoundingClientRect().left");
        double wide = number(table + ".rows[3].cells[0].getBoundingClientRect().width");
        assertThat(left).isBetween(0.0, 20.0);
        assertThat(wide).isLessThan(160);
        assertThat(number(table + ".parentNode.scrollLeft")).isEqualTo(200);
        shoot("docs/results/summary.html", "phone-table");
    }

    /** On a desk all but the last door is in sight without scrolling, on a phone the sentence, the facts and the program. */
    @ParameterizedTest
    @CsvSource({
        "1280, 800, false, 'h1; main > ul; pre.java; figure; section; main > nav h2'",
        "390, 844, true, 'h1; main > ul; pre.java'"
    })
    void theFirstPageBeginsWithWhatCounts(int width, int height, boolean phone, String parts) throws IOException {
        browser.resize(width, height, phone);
        open("index.html");

        for (String part : parts.split("; ", -1)) {
            assertThat(number("document.querySelector('" + part + "').getBoundingClientRect().bottom"))
                    .as(part)
                    .isBetween(50.0, (double) height);
        }
        assertThat(number("document.documentElement.scrollHeight")).isLessThan(height * (phone ? 3.0 : 1.3));
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(width);
        browser.screenshot(SHOTS.resolve("index-screen-" + (phone ? "phone.png" : "desk.png")), true);
    }

    @Test
    void theFirstBoxesOfTheFirstPageAreNotCutOff() {
        open("index.html");
        assertThat(number("document.querySelector('pre').scrollWidth - document.querySelector('pre').clientWidth"))
                .isZero();

        open("README.html");

        assertThat(text(
                        "[...document.querySelectorAll('article pre')].slice(0, 2).filter(e => e.scrollWidth > e.clientWidth)"
                                + ".map(e => e.textContent.slice(0, 40)).join()"))
                .isEmpty();
    }

    @Test
    void arrowsChooseAndEscapeCloses() {
        open("docs/guide/concepts.html");
        browser.press("/");
        browser.press("s");
        browser.press("e");
        await("document.querySelectorAll('#found [role=option]').length > 3");

        browser.press("ArrowDown");
        browser.press("ArrowDown");
        browser.press("ArrowUp");

        assertThat(text("document.getElementById('search').getAttribute('aria-activedescendant')"))
                .isEqualTo("found-1");
        assertThat(text("document.querySelector('#found [aria-selected=true]').id"))
                .isEqualTo("found-1");

        browser.press("Escape");

        assertThat(text("String(document.getElementById('found').hidden)")).isEqualTo("true");
    }

    @Test
    void theListsOpenWhereThereIsRoom() {
        open("docs/guide/errors.html");
        assertThat(opened()).isEqualTo("true,true");
        assertThat(number("document.querySelector('.toc').getBoundingClientRect().left"))
                .isGreaterThan(number("document.querySelector('article').getBoundingClientRect().right"));

        browser.resize(1000, 900, false);
        await("!document.querySelector('details.toc').open");
        assertThat(opened()).isEqualTo("true,false");

        browser.resize(360, 780, true);
        open("docs/guide/errors.html");
        assertThat(opened()).isEqualTo("false,false");

        browser.click(".menu > summary");
        assertThat(opened()).isEqualTo("true,false");
        assertThat(text("document.querySelector('.menu [aria-current]').innerText"))
                .isEqualTo("Errors");
    }

    private static String opened() {
        return text("[document.querySelector('.menu'), document.querySelector('.toc')].map(e => e.open).join()");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itIsDarkForThoseWhoLikeItDark(boolean dark) throws IOException {
        browser.dark(dark);
        open("docs/guide/components/seda.html");

        assertThat(text("getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(dark ? "rgb(13, 17, 21)" : "rgb(244, 246, 248)");
        assertThat(text("getComputedStyle(document.querySelector('pre')).backgroundColor"))
                .isEqualTo(dark ? "rgb(22, 27, 33)" : "rgb(255, 255, 255)");
        shoot("docs/guide/components/seda.html", dark ? "dark" : "light");
    }

    /** Its lines are broken, and not scrolled, and it needs no program to be opened. */
    @Test
    void aDiffCanBeReadOnAPhone() throws IOException {
        browser.resize(360, 780, true);
        open("docs/course/step05/index.html");
        browser.click(".diff > summary");
        assertThat(text("String(document.querySelector('.diff').open)")).isEqualTo("true");
        browser.evaluate("document.querySelector('.diff').scrollIntoView()");

        assertThat(number("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.diff > pre'))"))
                .isZero();
        assertThat(number("document.documentElement.scrollWidth")).isEqualTo(360);
        shoot("docs/course/step05/index.html", "phone-diff");
    }

    /** WCAG's 4.5:1, for everything that a block of Java is coloured with. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void codeCanBeRead(boolean dark) {
        browser.dark(dark);
        open("docs/course/step05/index.html");

        for (String ground : List.of("pre", ".diff del", ".diff ins")) {
            for (String name : List.of("c", "s", "k", "a")) {
                assertThat(contrast("." + name, ground))
                        .as(name + " on " + ground)
                        .isGreaterThan(4.5);
            }
        }
    }

    private static double contrast(String text, String ground) {
        return number("(() => { const light = colour => { const [r, g, b] = colour.match(/\\d+/g).map(v => v / 255)"
                + ".map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);"
                + " return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; };"
                + " const ink = light(getComputedStyle(document.querySelector('" + text + "')).color);"
                + " const sheet = light(getComputedStyle(document.querySelector('" + ground
                + "')).backgroundColor);"
                + " return Math.max(ink, sheet) / Math.min(ink, sheet); })()");
    }

    private static void open(String address) {
        browser.open(Written.SITE.resolve(address).toUri());
    }

    private static void shoot(String address, String kind) throws IOException {
        browser.screenshot(SHOTS.resolve(address.replace('/', '-').replace(".html", "-" + kind) + ".png"), false);
    }

    /** Looks again with every frame, in the page, until it is so; a page that is just left is asked anew. */
    private static void await(String condition) {
        long end = System.nanoTime() + 10_000_000_000L;
        while (!looks(condition)) {
            assertThat(System.nanoTime()).as("never: " + condition).isLessThan(end);
        }
    }

    private static boolean looks(String condition) {
        try {
            return browser.evaluate("new Promise(yes => requestAnimationFrame(() => yes(Boolean(" + condition + "))))")
                    .asBoolean();
        } catch (IllegalStateException left) {
            return false;
        }
    }

    private static String text(String expression) {
        return browser.evaluate(expression).asText();
    }

    private static double number(String expression) {
        return browser.evaluate(expression).asDouble();
    }
}
