package io.mehari.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of differences on the page about porting is generated from the list that the comparison uses. */
class PortingTableTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "guide", "porting.md");
    private static final String BEGIN = "<!-- differences -->";
    private static final String END = "<!-- end -->";
    private static final String REMEDY =
            "made anew by mvn -o -pl benchmarks/differential -am test -Dtest=PortingTableTest -Dmehari.docs.write=true";

    @Test
    void theTableIsTheList() throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int begin = lines.indexOf(BEGIN) + 1;
        assertThat(begin).as(BEGIN).isPositive();
        int end = begin + lines.subList(begin, lines.size()).indexOf(END);
        List<String> right = new ArrayList<>(lines.subList(0, begin));
        right.addAll(table());
        right.addAll(lines.subList(end, lines.size()));
        if (Boolean.getBoolean("mehari.docs.write") && !right.equals(lines)) {
            Files.write(PAGE, right);
        } else {
            assertThat(lines).as(REMEDY).isEqualTo(right);
        }
    }

    private static List<String> table() {
        List<String> table = new ArrayList<>(List.of("", "| what | Camel 4.22.0 | here |", "|---|---|---|"));
        for (KnownDifference each : KnownDifference.ALL) {
            table.add("| " + each.name() + " | " + each.camel() + " | " + each.here() + " |");
        }
        table.add("");
        return table;
    }
}
