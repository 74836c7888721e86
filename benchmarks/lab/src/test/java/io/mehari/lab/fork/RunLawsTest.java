package io.mehari.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RunLawsTest {
    @SuppressWarnings({"JUnitMethodDeclaration", "DoNotCallSuggester"
    }) // private, so that JUnit does not run it: one of its tests fails
    private static final class Sample {
        @Test
        @Tag("manners")
        @DisplayName("a matter of manners")
        void manners() {
            assertEquals(1, 2);
        }

        @Test
        @DisplayName("a contract")
        void contract() {}

        @Test
        @DisplayName("a contract that is broken")
        void broken() {
            throw new IllegalStateException("at line\n2");
        }
    }

    @Test
    void contractsComeFirstAndAFailureSaysWhy() throws Exception {
        assertThat(RunLaws.check(Sample.class))
                .extracting(each -> each.text("name"), each -> each.text("failure"), each -> each.truth("contract"))
                .containsExactly(
                        tuple("a contract", "", true),
                        tuple("a contract that is broken", "java.lang.IllegalStateException: at line 2", true),
                        tuple("a matter of manners", "expected: <1> but was: <2>", false));
    }

    /** The class is for the framework's own tests. */
    @Test
    void theLawsOfCamelsHeadersNameNothingOfMehari() throws Exception {
        String source = Files.readString(Path.of("experiments/camel-headers/HeadersMapLawsTest.java"));
        assertThat(source).doesNotContainIgnoringCase("mehari").contains("@Tag(\"manners\")");
    }
}
