package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadmeTest {

    @Test
    void theLinesInReadmeAreTheOnesThatRun() throws Exception {
        String readme = Samples.block(Samples.root().resolve("README.md"), "ReadmeSample");
        String source = Samples.region(
                Samples.root().resolve("docs/src/test/java/io/mehari/docs/ReadmeSample.java"), "ReadmeSample");

        assertThat(readme).isEqualTo(source).isNotBlank();
    }

    @Test
    void theLinesInReadmePrintWhatReadmeSays() throws Exception {
        assertThat(new ReadmeSample().run()).hasToString("[fast: 3 kg of dates, fast: a saddle]");
    }
}
