package io.mehari.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlantedFaultTest {
    private static final Path ROOT = root();
    private static final Path PAGE = ROOT.resolve("docs/results/simulation.md");

    @Test
    void eachFaultCanBePlantedInTheSourcesOfToday() throws IOException {
        List<PlantedFault> all = PlantedFault.all(ROOT);
        assertThat(all).hasSizeGreaterThanOrEqualTo(30);
        for (PlantedFault each : all) {
            each.sources(ROOT)
                    .forEach((file, text) ->
                            assertThat(text).as("%s in %s", each.name(), file).isNotBlank());
            assertThat(each.breaks()).as(each.name()).endsWith(".");
        }
    }

    @Test
    void thePageListsEachFaultWithTheSameSentence() throws IOException {
        String page = Files.readString(PAGE);
        for (PlantedFault each : PlantedFault.all(ROOT)) {
            assertThat(page).contains("| `" + each.name() + "` | " + each.breaks() + " |");
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(PlantedFault.FOLDER))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
