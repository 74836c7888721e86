package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.engine.Better;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A result that is written to a file and read again has the same bytes. A wrong file is refused with its line. */
class ResultTest {
    @TempDir
    Path folder;

    @Test
    void whatIsReadIsWrittenWithTheSameBytes() throws IOException {
        Path copy = folder.resolve("new/copy.json");
        Result result = Samples.result();

        result.write(copy);

        assertThat(Files.readString(copy).equals(Samples.text())).isTrue();
        assertThat(Result.read(copy)).isEqualTo(result);
    }

    @Test
    void aBadFileIsRefusedWithItsNameAndLine() throws IOException {
        refuses("\"value\": 7535000", "\"value\": \"many\"", "rows[0].value: Cannot");
        refuses("\"better\": \"more\"", "\"better\": \"most\"", "rows[0].better: Cannot");
        refuses("\"note\": \"\"", "\"note\": \"\", \"more\": 1", "rows[0].more: Unrecognized field");
        refuses("\"low\": 7450000, ", "", "rows[0].low: Missing creator property");
        refuses("\"format\": 2", "\"format\": 1", "line 2, format: expected format 2, found 1");
        refuses("2026-11-21T16:20:00Z", "yesterday", "line 4, date: ");
        refuses("\"low\": 7450000", "\"low\": 9910000", "rows[0]: ");
    }

    private void refuses(String right, String wrong, String message) throws IOException {
        Path file = folder.resolve("bad.json");
        assertThat(Samples.text().contains(right)).as(right).isTrue();
        Files.writeString(file, Samples.text().replace(right, wrong));
        assertThatThrownBy(() -> Result.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("bad.json, line ")
                .hasMessageContaining(message);
    }

    @Test
    void whatIsNoFigureIsRefused() {
        assertThatThrownBy(() -> Row.of("g", "s", "25", "ns", Better.LESS, List.of(Double.NaN)))
                .hasMessageContaining("g, s, 25, ns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1,]", "{a:1}", "01", "NaN", "[] []", "// no\n1", "{\"a\":1,\"a\":2}"})
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line ");
    }
}
