package course;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares the summary page of the course with the values measured here. */
class LadderTest {

    private static final Path PAGE = Pages.root().resolve("ladder.md");
    private static final Path CHART = Pages.root().resolve("ladder.svg");

    @Test
    void thePageShowsWhatIsMeasured() {
        List<Ladder.Row> rows = Ladder.measured();
        Pages.checkBlock(PAGE, "ladder", Ladder.table(rows));
        String chart = LadderChart.of(rows);
        if (Pages.UPDATE) {
            Pages.write(CHART, chart);
        }
        assertThat(Pages.read(CHART))
                .as("ladder.svg; mvn test -pl docs/course -Dcourse.update=true draws it anew")
                .isEqualTo(chart);
    }
}
