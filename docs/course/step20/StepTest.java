package step20;

import static org.assertj.core.api.Assertions.assertThat;

import course.Figures;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import step20.solution.Solution;

/** The fields of the real exchange, as its source has them, and the size that follows from them. */
class StepTest {

    @Test
    void figures() throws Exception {
        List<String> types = Sources.types();
        Figures.of(StepTest.class)
                .row("fields of the exchange: step 16, Mehari", step16(), types.size())
                .row("bytes of the object: step 16, Mehari", "80", new Solution().size(types.toArray(String[]::new)))
                .check();
    }

    private static long step16() throws ClassNotFoundException {
        return course.Layout.fields(Class.forName("step16.Exchange")).size();
    }

    @Test
    void thePageListsTheFields() throws Exception {
        List<String> fields = new ArrayList<>();
        for (String name : Sources.CLASSES) {
            fields.addAll(Sources.fields(name));
        }
        assertThat(fields)
                .contains("Object body", "Object headers", "Object properties", "int flags", "long created")
                .allMatch(field -> Files.isDirectory(Sources.FOLDER));
        String page = Files.readString(java.nio.file.Path.of("step20/README.md"));
        for (String field : fields) {
            assertThat(page).as("the page names each field of the source").contains("`" + field + "`");
        }
    }

    @Test
    void thePlacesThatThePageNamesExist() throws Exception {
        String page = Files.readString(java.nio.file.Path.of("step20/README.md"));
        for (String file : List.of("AbstractExchange", "DefaultExchange", "LateId", "DefaultUnitOfWork")) {
            assertThat(page).contains("`" + file + "`");
            assertThat(Sources.FOLDER.resolve(file + ".java")).isRegularFile();
        }
    }
}
