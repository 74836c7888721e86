package io.mehari.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import first.Main;
import first.OrderRoutes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first page says besides its Java: {@code docs/try-start-here} does the whole of it, in an empty folder. */
class StartHereTest extends GuideSample {

    private final Page page = page();

    private static Page page() {
        try {
            return new Page(Samples.root().resolve("docs/guide/start-here.md"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void theProgramEnds() throws Exception {
        Main.main(new String[0]);
    }

    @Test
    void aTestThatFailsSaysWhatThePageSays() throws Exception {
        context.getGlobalOptions().put("express", "mock:express");
        context.getGlobalOptions().put("standard", "mock:standard");
        context.addRoutes(new OrderRoutes());
        context.start();
        mock("express").expectedBodiesReceived("two saddles");
        template.sendBodyAndHeader("seda:orders", "a saddle", "Type", "express");

        Throwable failure = catchThrowable(() -> mock("express").assertIsSatisfied());
        assertThat(failure).isInstanceOf(AssertionError.class);
        assertThat(failure.getMessage().strip()).isEqualTo(page.block("failed.txt"));
    }

    @Test
    void thePomNamesTheVersionsOfThisBuild() throws IOException {
        String parent = Files.readString(Samples.root().resolve("pom.xml"));
        String shown = page.block("pom.xml");
        String mehari = between(parent, "<artifactId>mehari-parent</artifactId>", "<version>", "</version>");
        assertThat(between(shown, "mehari-core-impl", "<version>", "</version>"))
                .isEqualTo(mehari);
        assertThat(between(shown, "mehari-components-queue", "<version>", "</version>"))
                .isEqualTo(mehari);
        assertThat(between(shown, "mehari-testing", "<version>", "</version>")).isEqualTo(mehari);
        assertThat(between(shown, "<artifactId>junit-jupiter", "<version>", "</version>"))
                .isEqualTo(between(parent, "<artifactId>junit-bom", "<version>", "</version>"));
        for (String plugin : List.of("maven-compiler-plugin", "maven-surefire-plugin")) {
            assertThat(between(shown, plugin, "<version>", "</version>"))
                    .as(plugin)
                    .isEqualTo(between(parent, plugin, "<version>", "</version>"));
        }
    }

    private static String between(String text, String where, String begin, String end) {
        int from = text.indexOf(begin, text.indexOf(where)) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }
}
