package io.mehari.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.scenarios.Fields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    @TempDir
    Path all;

    private RunFolder folder(String command, boolean fresh) throws IOException {
        Properties asked = new Properties();
        asked.setProperty("command", command);
        return RunFolder.forRequest(all, asked, fresh);
    }

    @Test
    void aRunThatWasCutOffIsGoneOnWith() throws IOException {
        RunFolder first = folder("a", false);
        first.keep("001-before.tsv", List.of(new Fields("operation").number("nanos", 12.5)));
        RunFolder second = folder("a", false);
        assertThat(second.path()).isEqualTo(first.path());
        assertThat(second.has("001-before.tsv")).isTrue();
        assertThat(second.has("002-after.tsv")).isFalse();
        assertThat(second.lines("001-before.tsv").get(0).number("nanos")).isEqualTo(12.5);
    }

    @Test
    void anotherRequestAFinishedRunAndAFreshOneBeginAnew() throws IOException {
        RunFolder first = folder("a", false);
        RunFolder other = folder("b", false);
        assertThat(other.path()).isNotEqualTo(first.path());
        RunFolder fresh = folder("b", true);
        assertThat(fresh.path()).isNotEqualTo(other.path());
        fresh.report("done");
        assertThat(folder("b", false).path()).isNotEqualTo(fresh.path());
    }
}
