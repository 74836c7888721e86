package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The plans for teachers add up. */
class TeachingTest {

    private static final String PAGE = Pages.read(Pages.root().resolve("teaching.md"));

    private static String section(String title) {
        int begin = PAGE.indexOf("\n## " + title + "\n");
        return PAGE.substring(begin, PAGE.indexOf("\n## ", begin + 1));
    }

    private static int minutes(MatchResult row) {
        return 60 * Integer.parseInt(row.group(1)) + Integer.parseInt(row.group(2));
    }

    @Test
    void eachRowOfADayEndsWhereTheNextBegins() {
        Pattern row = Pattern.compile("(?m)^\\| (\\d+):(\\d\\d) \\| .* \\| (\\d*) ?\\|$");
        for (String plan : List.of("Half a day", "A day")) {
            List<MatchResult> rows = row.matcher(section(plan)).results().toList();
            assertThat(rows).as(plan).hasSizeGreaterThan(8);
            for (int i = 1; i < rows.size(); i++) {
                MatchResult last = rows.get(i - 1);
                assertThat(minutes(last) + Integer.parseInt(last.group(3)))
                        .as("%s: the end of the row that begins at %s:%s", plan, last.group(1), last.group(2))
                        .isEqualTo(minutes(rows.get(i)));
            }
        }
    }

    @Test
    void eachWeekAddsUp() {
        Pattern week = Pattern.compile("(?m)^\\| (\\d+) \\| (.*?) \\| (\\d+) \\|");
        List<MatchResult> weeks = week.matcher(section("A semester")).results().toList();
        assertThat(weeks).hasSize(12);
        for (MatchResult each : weeks) {
            int sum = Pattern.compile("\\((\\d+)\\)")
                    .matcher(each.group(2))
                    .results()
                    .mapToInt(part -> Integer.parseInt(part.group(1)))
                    .sum();
            assertThat(sum).as("week %s", each.group(1)).isEqualTo(Integer.parseInt(each.group(3)));
        }
    }

    @Test
    void everyStepIsInTheSemesterAndInTheQuestions() {
        for (int step = 1; step <= Pages.steps().size(); step++) {
            assertThat(section("A semester")).as("step %d", step).containsPattern("step " + step + "\\b");
            assertThat(section("What to ask, and what goes wrong"))
                    .contains("[" + step + "](step%02d/".formatted(step));
        }
    }
}
