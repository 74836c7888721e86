package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadmeTest {

    @Test
    void theLinesInReadmePrintWhatReadmeSays() throws Exception {
        assertThat(new ReadmeSample().run()).hasToString("[fast: 3 kg of dates, fast: a saddle]");
    }
}
