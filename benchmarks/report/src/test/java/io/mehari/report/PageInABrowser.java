package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.report.browser.Browser;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Opens the page of the sample before each test. After the test, checks that nothing went wrong and no network was
 * used.
 */
abstract class PageInABrowser {
    static final Path SHOTS = Path.of("target", "screenshots");

    @TempDir
    static Path folder;

    static Browser browser;
    static Path page;

    @BeforeAll
    static void openTheBrowser() throws IOException {
        if (Browser.installed().isEmpty()) {
            System.out.println("[SKIPPED] " + Browser.MISSING);
        }
        Assumptions.assumeTrue(Browser.installed().isPresent(), Browser.MISSING);
        page = folder.resolve("report.html");
        Report.write(Samples.result(), page);
        browser = Browser.start();
    }

    @AfterAll
    static void closeTheBrowser() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void openThePage() {
        browser.resize(1280, 900, false);
        browser.dark(false);
        browser.open(page.toUri());
    }

    @AfterEach
    void nothingWentWrongAndNoNetworkWasUsed() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).isNotEmpty().allMatch(address -> address.matches("(file|data|blob):.*"));
    }

    static String misplaced() {
        return text("[...document.querySelectorAll('.chart')].flatMap(svg => {"
                + " const all = svg.getBoundingClientRect();"
                + " const texts = [...svg.querySelectorAll('text')].map(e => ({box: e.getBoundingClientRect(), text: e.textContent}));"
                + " const out = texts.filter(({box: b}) => b.x < all.x || b.right > all.right"
                + "   || b.y < all.y || b.bottom > all.bottom).map(e => e.text + ' leaves');"
                + " const touch = texts.flatMap((a, i) => texts.slice(i + 1).filter(b =>"
                + "   a.box.x < b.box.x + b.box.width && b.box.x < a.box.x + a.box.width"
                + "   && a.box.y + 3 < b.box.y + b.box.height && b.box.y + 3 < a.box.y + a.box.height)"
                + "   .map(b => a.text + ' touches ' + b.text));"
                + " return out.concat(touch); }).join('; ')");
    }

    /** Waits in the page until the condition is true; checks it with every frame. */
    static void await(String condition) {
        browser.evaluate("new Promise((yes, no) => { const end = performance.now() + 10000; const look = () =>"
                + " (" + condition + ") ? yes(true) : performance.now() > end ? no(new Error('never: '"
                + " + " + Json.write(condition) + ")) : requestAnimationFrame(look); look(); })");
    }

    static String text(String expression) {
        return browser.evaluate(expression).asText();
    }

    static double number(String expression) {
        return browser.evaluate(expression).asDouble();
    }
}
