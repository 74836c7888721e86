package io.mehari.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Views the published pictures of figures in a real browser. Screenshots are in {@code target/screenshots}. */
class PicturesInABrowserTest {
    private static final Path SHOTS = Path.of("target", "screenshots");

    @TempDir
    static Path folder;

    @ParameterizedTest
    @CsvSource({"results/data, .card, 10", "guide/pictures, .paper, 40"})
    void eachPictureIsReadable(String of, String ground, int least) throws IOException {
        Assumptions.assumeTrue(Browser.installed().isPresent(), Browser.MISSING);
        List<String> pictures = pictures(Path.of("..", of));
        assertThat(pictures).hasSizeGreaterThan(least);
        Path page = folder.resolve("pictures.html");
        Files.writeString(page, "<!doctype html><meta charset=utf-8>" + String.join("\n", pictures));
        try (Browser browser = Browser.start()) {
            for (boolean dark : List.of(false, true)) {
                browser.resize(1280, 900, false);
                browser.dark(dark);
                browser.open(page.toUri());
                assertThat(browser.evaluate("getComputedStyle(document.querySelector('" + ground + "')).fill")
                                .asText())
                        .isIn(dark ? List.of("rgb(22, 27, 33)", "rgb(13, 17, 23)") : List.of("rgb(255, 255, 255)"));
                String name = of.replaceAll("/.*", "") + (dark ? "-dark.png" : "-light.png");
                browser.screenshot(SHOTS.resolve("pictures-" + name), true);
                assertThat(misplaced(browser)).isEmpty();
            }
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.requests()).isNotEmpty().allMatch(address -> address.matches("(file|data|blob):.*"));
        }
    }

    private static List<String> pictures(Path of) throws IOException {
        try (Stream<Path> files = Files.walk(of)) {
            List<String> pictures = new ArrayList<>();
            for (Path each : files.filter(file -> file.toString().endsWith(".svg"))
                    .sorted()
                    .toList()) {
                pictures.add(Files.readString(each));
            }
            return pictures;
        }
    }

    /** Texts of pictures that leave their picture, or touch another text. */
    private static String misplaced(Browser browser) {
        return browser.evaluate("[...document.querySelectorAll('svg')].flatMap(svg => {"
                        + " const all = svg.getBoundingClientRect();"
                        + " const texts = [...svg.querySelectorAll('text')].map(e => ({box: e.getBoundingClientRect(), text: e.textContent}));"
                        + " const out = texts.filter(({box: b}) => b.x < all.x || b.right > all.right"
                        + "   || b.y < all.y || b.bottom > all.bottom).map(e => e.text + ' leaves');"
                        + " const touch = texts.flatMap((a, i) => texts.slice(i + 1).filter(b =>"
                        + "   a.box.x < b.box.x + b.box.width && b.box.x < a.box.x + a.box.width"
                        + "   && a.box.y + 3 < b.box.y + b.box.height && b.box.y + 3 < a.box.y + a.box.height)"
                        + "   .map(b => a.text + ' touches ' + b.text));"
                        + " return out.concat(touch); }).join('; ')")
                .asText();
    }
}
