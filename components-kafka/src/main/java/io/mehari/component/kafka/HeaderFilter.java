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

/** Which headers cross the border between routes and records, in both directions: law K4. */
final class HeaderFilter {
    /*
     * Values of Kafka's headers are bytes. Text becomes a String, if the bytes are well-formed UTF-8; all else stays
     * bytes. Either way a route that sends the header on sends the same bytes.
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

    /** Several of one name become a list. */
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

    /** Writes a value of a simple type; others have no place in a header. */
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
