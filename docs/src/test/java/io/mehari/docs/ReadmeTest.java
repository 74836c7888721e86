package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import shop.Shop;

class ReadmeTest {

    @Test
    void theProgramInReadmePrintsWhatReadmeSays() {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            Shop.main(new String[0]);
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("fast: dates, express", "slow: a saddle");
    }
}
