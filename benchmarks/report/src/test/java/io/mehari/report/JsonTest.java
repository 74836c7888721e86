package io.mehari.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON is read strictly, and what is refused is told with its line and what was expected there. */
class JsonTest {

    @Test
    void everyKindOfValueIsRead() {
        Json json = Json.parse(" {\"a\": [1, -2.5e3, \"x\\n\\u00e9\\\"\"], \"b\": {\"c\": true, \"d\": null}} \n");

        assertThat(json.get("a").elements().get(1).number()).isEqualTo(-2500);
        assertThat(json.get("a").elements().get(2).text()).isEqualTo("x\né\"");
        assertThat(json.get("b").get("c").truth()).isTrue();
        assertThat(json.get("b").get("d").isNull()).isTrue();
        assertThat(json.find("z")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[1,]",
                "{\"a\":1,}",
                "[1 2]",
                "{\"a\" 1}",
                "{a:1}",
                "'a'",
                "\"a",
                "\"\t\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "01",
                "1.",
                ".5",
                "+1",
                "1e",
                "-",
                "NaN",
                "Infinity",
                "1e999",
                "tru",
                "nul",
                "[] []",
                "// no\n1",
                "{\"a\":1,\"a\":2}",
                "\"\\u１234\""
            })
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {;  "a": [1,;  2;  3]};       | line 4, a: expected ']', found '3'
                    {;"a": {"b": tru}}            | line 2, a.b: expected true, found 't'
                    {"a": [1, 2                   | line 1, a: expected ']', found the end of the text
                    {"a": 1,;"a": 2}              | line 2: expected each name once, found "a" again
                    """)
    void aRefusalNamesLineAndPlaceAndWhatWasExpected(String text, String message) {
        assertThatThrownBy(() -> Json.parse(text.replace(';', '\n'))).hasMessage(message);
    }

    @Test
    void aValueOfAnotherKindIsRefusedWhereItStands() {
        Json json = Json.parse("{\"rows\": [\n{\"value\": \"12\"}]}");
        Json row = json.get("rows").elements().get(0);

        assertThatThrownBy(() -> row.get("value").number())
                .hasMessage("line 2, rows[0].value: expected a number, found \"12\"");
        assertThatThrownBy(() -> row.get("low")).hasMessage("line 2, rows[0]: expected a member \"low\", found none");
        assertThatThrownBy(() -> row.only("low"))
                .hasMessage("line 2, rows[0].value: expected one of low, found \"value\"");
    }

    @Test
    void depthIsBounded() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).hasMessageContaining("at most 100 levels");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        String odd = "a\"b\\c\nd\te\u0001\u007f</script>é\ud83d\ude00";
        String written =
                new JsonWriter().open('[').text(odd).text("\ud83d").close(']').toString();

        Json read = Json.parse(written);

        assertThat(read.elements().get(0).text()).isEqualTo(odd);
        assertThat(read.elements().get(1).text()).isEqualTo("\ud83d");
        assertThat(written).contains("\\ud83d\"]").doesNotContain("\u0001");
    }
}
