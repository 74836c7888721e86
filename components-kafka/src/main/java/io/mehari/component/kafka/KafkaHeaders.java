package io.mehari.component.kafka;

import io.mehari.Exchange;
import io.mehari.connector.HeaderFilter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The headers of records, in both directions: those that {@link HeaderFilter} lets pass. */
final class KafkaHeaders {
    /*
     * The values of Kafka headers are bytes. Bytes that are well-formed UTF-8 become a String, all other values stay
     * bytes. In both cases, a route that sends the header again sends the same bytes.
     */
    private KafkaHeaders() {}

    // ---- from a record

    static void read(ConsumerRecord<byte[], byte[]> record, Exchange exchange) {
        for (Header each : record.headers()) {
            HeaderFilter.add(exchange, each.key(), value(each.value()));
        }
        exchange.setHeader(KafkaConstants.TOPIC, record.topic());
        exchange.setHeader(KafkaConstants.PARTITION, record.partition());
        exchange.setHeader(KafkaConstants.OFFSET, record.offset());
        exchange.setHeader(KafkaConstants.TIMESTAMP, record.timestamp());
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
            if (!HeaderFilter.passes(name)) {
                continue;
            }
            if (value instanceof List<?> list) {
                list.forEach(one -> put(headers, name, one));
            } else {
                put(headers, name, value);
            }
        }
    }

    private static void put(Headers headers, String name, @Nullable Object value) {
        if (value == null || value instanceof byte[]) {
            headers.add(name, (byte[]) value);
            return;
        }
        String text = HeaderFilter.text(value);
        if (text != null) {
            headers.add(name, text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
