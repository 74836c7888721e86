package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about porting says of each difference that the comparison knows what Camel does, and what Mehari does. */
class PortingTableTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "guide", "porting.md");

    @Test
    void theTableIsTheList() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> table =
                lines.subList(lines.indexOf("<!-- differences -->") + 4, lines.indexOf("<!-- end -->") - 1);
        assertThat(table).allMatch(row -> row.matches("\\|( [^|]{5,} \\|){4}"));
        assertThat(table)
                .as("the rows of %s, and the names in KnownDifference.ALL, in the same order", PAGE)
                .extracting(row -> row.split(" \\| ", -1)[0].substring(2))
                .isEqualTo(
                        KnownDifference.ALL.stream().map(KnownDifference::name).toList());
    }
}
