package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.impl.DefaultRoutingContext;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A stream as a body can be read once, so a text about the message does not read it. */
class StreamTextTest {

    @Test
    void aLogLeavesAStreamForTheSteps() throws Exception {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            context.addRoutes(
                    r -> r.from("direct:a").log("${body}").toD("sink:${body}").convertBodyTo(String.class));
            context.start();
            var template = context.createProducerTemplate();
            byte[] bytes = "content".getBytes(StandardCharsets.UTF_8);
            assertThat(template.requestBody("direct:a", new ByteArrayInputStream(bytes)))
                    .isEqualTo("content");
            assertThat(template.requestBody("direct:a", new StringReader("content")))
                    .isEqualTo("content");
        }
    }
}
