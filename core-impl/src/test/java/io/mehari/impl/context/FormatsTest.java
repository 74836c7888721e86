package io.mehari.impl.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.ProducerTemplate;
import io.mehari.Service;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.DataFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Formats of the user. */
class FormatsTest {
    private final DefaultRoutingContext context = new DefaultRoutingContext();
    private final ProducerTemplate template = context.createProducerTemplate();

    @AfterEach
    void stop() {
        context.stop();
    }

    /** Writes a text in capitals, and starts and stops with the route. */
    private static final class Capitals implements DataFormat, Service {
        private int started;

        @Override
        public void start() {
            started++;
        }

        @Override
        public void marshal(Exchange exchange, Object body, OutputStream stream) throws IOException {
            stream.write(body.toString().toUpperCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Object unmarshal(Exchange exchange, InputStream stream) throws IOException {
            return CharBuffer.wrap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aFormatOfTheUserWritesAndReadsBodies() throws Exception {
        Capitals format = new Capitals();
        context.addRoutes(r -> {
            r.from("direct:write").marshal(format);
            r.from("direct:read").unmarshal(format);
        });
        context.start();
        assertThat(format.started).isEqualTo(1);
        assertThat(template.requestBody("direct:write", "dates")).isEqualTo("DATES".getBytes(StandardCharsets.UTF_8));
        assertThat(template.requestBody("direct:read", "dates"))
                .isInstanceOf(CharBuffer.class)
                .hasToString("dates");
        assertThat(template.send("direct:write", exchange -> {}).getException()).isNotNull();
        assertThat(template.send("direct:read", exchange -> {}).getException()).isNotNull();
    }
}
