package io.mehari.component.kafka;

import io.mehari.Exchange;
import io.mehari.spi.AsciiCase;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Decides which headers are copied between records and messages, in both directions: law K4. */
final class HeaderFilter {
    /*
     * The values of Kafka headers are bytes. Bytes that are well-formed UTF-8 become a String, all other values stay
     * bytes. In both cases, a route that sends the header again sends the same bytes.
     */
    private static final String OURS = "Mehari";

    private HeaderFilter() {}

    private static boolean isOurs(String name) {
        return AsciiCase.startsWith(name, OURS);
    }

    // ---- from a record

    static void read(ConsumerRecord<byte[], byte[]> record, Exchange exchange) {
        for (Header each : record.headers()) {
            if (!isOurs(each.key())) {
                add(exchange, each.key(), value(each.value()));
            }
        }
        exchange.setHeader(KafkaConstants.TOPIC, record.topic());
        exchange.setHeader(KafkaConstants.PARTITION, record.partition());
        exchange.setHeader(KafkaConstants.OFFSET, record.offset());
        exchange.setHeader(KafkaConstants.TIMESTAMP, record.timestamp());
    }

    /** Several headers with the same name become a list. */
    private static void add(Exchange exchange, String name, @Nullable Object value) {
        if (!exchange.getHeaders().containsKey(name)) {
            exchange.setHeader(name, value);
            return;
        }
        List<@Nullable Object> values = new ArrayList<>();
        Object before = exchange.getHeader(name);
        if (before instanceof List<?> list) {
            values.addAll(list);
        } else {
            values.add(before);
        }
        values.add(value);
        exchange.setHeader(name, values);
    }

    private static @Nullable Object value(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return bytes;
        }
    }

    // ---- to a record

    static void write(Exchange exchange, Headers headers) {
        for (Map.Entry<String, Object> each : exchange.getHeaders().entrySet()) {
            String name = each.getKey();
            Object value = each.getValue();
            if (isOurs(name)) {
                continue;
            }
            if (value instanceof List<?> list) {
                list.forEach(one -> put(headers, name, one));
            } else {
                put(headers, name, value);
            }
        }
    }

    /** Writes a value of a simple type. Values of other types are left out. */
    private static void put(Headers headers, String name, @Nullable Object value) {
        if (value == null) {
            headers.add(name, null);
        } else if (value instanceof byte[] bytes) {
            headers.add(name, bytes);
        } else if (value instanceof CharSequence
                || value instanceof Number
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof Enum) {
            headers.add(name, value.toString().getBytes(StandardCharsets.UTF_8));
        }
    }
}
