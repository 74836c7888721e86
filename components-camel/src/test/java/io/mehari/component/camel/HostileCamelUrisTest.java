package io.mehari.component.camel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.ResolveEndpointFailedException;
import io.mehari.impl.DefaultRoutingContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law K4a: a value stays a value in a URI that Camel reads. */
class HostileCamelUrisTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();

    @TempDir
    Path folder;

    @AfterEach
    void stop() throws Exception {
        context.close();
    }

    private Exception send(String to, String value) throws Exception {
        context.getGlobalOptions().put("x", "secret");
        context.addRoutes(r -> r.from("direct:a").toD(to));
        context.addRoutes(r ->
                r.from("direct:b").toD().allowedSchemes("camel:file?fileName").uri("${exchangeProperty.v}"));
        context.start();
        return context.createProducerTemplate()
                .send(to.isEmpty() ? "direct:b" : "direct:a", exchange -> {
                    exchange.setBody("text");
                    exchange.setProperty("v", value);
                })
                .getException();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .map(each -> folder.relativize(each).toString())
                    .toList();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?fileName=x",
                "%3ffileName=x",
                "&fileName=x",
                "%26",
                "#",
                "#x",
                "..",
                "../x",
                "%2e%2e",
                "..\\",
                "a/b",
                "a b",
                "a\r\nb",
                "\u0000",
                "//evil:1/",
                "http://evil",
                "RAW(x)",
                "{{x}}",
                "${header.y}",
                "$simple{body}"
            })
    void k4a_whatCamelWouldReadIsRefused(String value) throws Exception {
        assertThat(send("camel:file:" + folder + "/in/${exchangeProperty.v}?fileName=${exchangeProperty.v}", value))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("toD");
        assertThat(files()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a-1", "größe", "x..y"})
    void k4a_otherValuesArriveAsTheyAre(String value) throws Exception {
        assertThat(send("camel:file:" + folder + "/in/${exchangeProperty.v}?fileName=${exchangeProperty.v}", value))
                .isNull();
        assertThat(files()).containsExactly("in/" + value + "/" + value);
    }

    @Test
    void k4a_aComponentOfCamelIsAScheme() throws Exception {
        assertThat(send("", "camel:seda:x")).hasMessageContaining("allowed schemes");
        for (String uri :
                List.of("camel:file:x?fileName={{x}}", "camel:file:x?fileName=%24{body}", "camel:file:x?move=y")) {
            assertThat(context.createProducerTemplate()
                            .send("direct:b", exchange -> exchange.setProperty("v", uri))
                            .getException())
                    .isInstanceOf(ResolveEndpointFailedException.class)
                    .hasMessageContaining("a message may only set the options");
        }
    }
}
