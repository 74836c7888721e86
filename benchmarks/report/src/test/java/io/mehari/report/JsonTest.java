package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON is read strictly, and the message for a wrong text names the line. */
class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "[1,]", "{a:1}", "01", "NaN", "[] []", "// no\n1", "{\"a\":1,\"a\":2}"})
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("line ");
    }

    @Test
    void aRefusalNamesLineAndPlace() {
        assertThatThrownBy(() -> Json.parse("{\n\"a\": [1,\n2;3]}")).hasMessageStartingWith("line 3");
        assertThatThrownBy(() -> Json.read("{\"x\": 1, \"y\":\n \"2\"}", ObjectRow.class))
                .hasMessageStartingWith("line 2, group: Missing");
        assertThatThrownBy(() -> Json.read("[0.5]", Point.class)).hasMessageContaining("y");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        String odd = "a\"b\\c\nd\te\u0001</script>é\ud83d\ude00";
        String written = Json.write(List.of(odd, 7535000.0, 0.1, new Point(0.5, 2)));

        JsonNode read = Json.parse(written);

        assertThat(read.get(0).asText()).isEqualTo(odd);
        assertThat(written).endsWith(", 7535000, 0.1, [0.5, 2]]").doesNotContain("\u0001");
    }
}
