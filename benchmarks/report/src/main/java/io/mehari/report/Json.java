package io.mehari.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.mehari.engine.Numbers;
import java.io.IOException;

/** Reads JSON strictly, and writes it with the same bytes in every locale and on every JDK. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new Exact())
                    .addSerializer(double.class, new Exact()))
            .defaultPrettyPrinter(new OneLine())
            .build();

    private Json() {}

    /** Double.toString changed with JDK 19, so it is not used. */
    private static final class Exact extends StdSerializer<Double> {
        Exact() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeNumber(Numbers.exact(value));
        }
    }

    /** Writes a space after each comma and each colon. */
    private static final class OneLine extends MinimalPrettyPrinter {
        @Override
        public void writeObjectEntrySeparator(JsonGenerator out) throws IOException {
            out.writeRaw(", ");
        }

        @Override
        public void writeObjectFieldValueSeparator(JsonGenerator out) throws IOException {
            out.writeRaw(": ");
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator out) throws IOException {
            out.writeRaw(", ");
        }
    }

    /**
     * Reads a text that is one JSON value. If the text is wrong, throws an {@link IllegalArgumentException} that names
     * the line.
     */
    public static JsonNode parse(String text) {
        return read(text, JsonNode.class);
    }

    /** Reads a value of that type. The exception for a wrong text names the line and the place in the value. */
    static <T> T read(String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException refused) {
            int line = refused.getLocation() == null ? 1 : refused.getLocation().getLineNr();
            throw new IllegalArgumentException(
                    "line " + line + place(refused) + ": " + refused.getOriginalMessage(), refused);
        }
    }

    /** The place in the value, as in {@code , rows[0].value}; empty for the whole value. */
    private static String place(JsonProcessingException refused) {
        if (!(refused instanceof JsonMappingException mapping)) {
            return "";
        }
        StringBuilder place = new StringBuilder();
        for (JsonMappingException.Reference each : mapping.getPath()) {
            if (each.getFieldName() == null) {
                place.append('[').append(each.getIndex()).append(']');
            } else {
                place.append(place.isEmpty() ? ", " : ".").append(each.getFieldName());
            }
        }
        return place.toString();
    }

    /** The value in one line of JSON: a text, a number, a list, a map or a record. */
    public static String write(Object value) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
