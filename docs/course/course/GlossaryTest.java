package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A step links to the glossary where it first uses a word that is explained there. */
class GlossaryTest {

    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\(\\.\\./glossary\\.md#([a-z0-9-]+)\\)");
    /** What is not prose: blocks of code, comments, headings, and code within a line. */
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|^ {4}\\S.*?$|<!--.*?-->|^#.*?$|`[^`]*`");

    static Stream<Path> steps() {
        return Pages.steps().stream();
    }

    /** The words that have an entry, in the order of the page. */
    private static List<String> words() {
        return Pages.read(Pages.root().resolve("glossary.md"))
                .lines()
                .filter(line -> line.startsWith("## "))
                .map(line -> line.substring("## ".length()).toLowerCase(Locale.ROOT))
                .toList();
    }

    private static String prose(Path step) {
        return CODE.matcher(Pages.read(step.resolve("README.md")))
                .replaceAll("")
                .replaceAll("\\s+", " ");
    }

    /** Whether the text uses the word, in any case. */
    private static boolean uses(String text, String word) {
        return Pattern.compile("(?<![\\w-])" + Pattern.quote(word) + "(?![\\w-])", Pattern.CASE_INSENSITIVE)
                .matcher(text)
                .find();
    }

    @ParameterizedTest
    @MethodSource("steps")
    void theFirstUseOfAWordIsALink(Path step) {
        String prose = prose(step);
        List<String> linked = new ArrayList<>();
        Matcher link = LINK.matcher(prose);
        while (link.find()) {
            linked.add(link.group(2));
            String before = LINK.matcher(prose.substring(0, link.start())).replaceAll("");
            assertThat(uses(before, link.group(1)))
                    .as("%s uses \"%s\" before the link", Pages.name(step), link.group(1))
                    .isFalse();
        }
        assertThat(linked).isNotEmpty().doesNotHaveDuplicates();
        for (String word : words()) {
            if (uses(prose, word)) {
                assertThat(linked).as("%s uses \"%s\"", Pages.name(step), word).contains(word.replace(' ', '-'));
            }
        }
    }

    @Test
    void everyEntryIsLinkedAndInItsPlace() {
        TreeSet<String> linked = new TreeSet<>();
        for (Path step : Pages.steps()) {
            LINK.matcher(prose(step)).results().forEach(link -> linked.add(link.group(2)));
        }
        List<String> words = words();
        assertThat(words).isSorted();
        assertThat(linked)
                .containsExactlyElementsOf(new TreeSet<>(
                        words.stream().map(word -> word.replace(' ', '-')).toList()));
    }
}
