package io.mehari.impl.convert;

import io.mehari.Exchange;
import io.mehari.spi.TypeConverterRegistry.Conversion;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The conversions of bytes (an array, a buffer, a stream, the content of a file) and text (a string, characters, a
 * reader) to one type of either. The character set is that of the property {@link Exchange#CHARSET_NAME}, or else
 * UTF-8.
 */
record ContentConversions(Class<?> to) implements Conversion<Object, Object> {
    /*
     * As in Camel, a conversion closes a stream or reader that it reads to the end. The caller must close a stream or
     * reader that a conversion returns: of a file or stream it has read nothing in advance. The position of a buffer
     * does not change. Wrapping copies nothing.
     */
    private static final Set<Class<?>> BYTES = Set.of(byte[].class, InputStream.class, ByteBuffer.class);
    private static final Set<Class<?>> TEXT = Set.of(String.class, char[].class, Reader.class);
    private static final Set<Class<?>> OTHERS = Set.of(CharSequence.class, Path.class, File.class);

    static @Nullable ContentConversions get(Class<?> to, Class<?> from) {
        boolean hasContent = BYTES.contains(from) || TEXT.contains(from) || OTHERS.contains(from);
        return hasContent && (BYTES.contains(to) || TEXT.contains(to)) ? new ContentConversions(to) : null;
    }

    @Override
    public Object convert(Object value, @Nullable Exchange exchange) throws IOException {
        Object source = value instanceof File file ? file.toPath() : value;
        if (source instanceof Path path && to == InputStream.class) {
            return Files.newInputStream(path);
        } else if (to == Reader.class && (source instanceof Path || source instanceof InputStream)) {
            Charset charset = charset(exchange); // first, because it may fail
            return new InputStreamReader(
                    source instanceof Path path ? Files.newInputStream(path) : (InputStream) source, charset);
        }
        Object content = content(source);
        if (TEXT.contains(to)) {
            String text = content instanceof byte[] bytes ? new String(bytes, charset(exchange)) : (String) content;
            return to == String.class ? text : to == Reader.class ? new StringReader(text) : text.toCharArray();
        }
        byte[] bytes = content instanceof String text ? text.getBytes(charset(exchange)) : (byte[]) content;
        return to == byte[].class
                ? bytes
                : to == InputStream.class ? new ByteArrayInputStream(bytes) : ByteBuffer.wrap(bytes);
    }

    /** What a value contains, as a byte[] or a String; a stream or reader is read to its end. */
    private static Object content(Object value) throws IOException {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        } else if (value instanceof InputStream stream) {
            try (stream) {
                return stream.readAllBytes();
            }
        } else if (value instanceof Path path) {
            return Files.readAllBytes(path);
        } else if (value instanceof Reader reader) {
            try (reader) {
                StringWriter text = new StringWriter();
                reader.transferTo(text);
                return text.toString();
            }
        } else if (value instanceof char[] characters) {
            return new String(characters);
        }
        return value instanceof byte[] ? value : value.toString();
    }

    private static Charset charset(@Nullable Exchange exchange) {
        Object name = exchange == null ? null : exchange.getProperty(Exchange.CHARSET_NAME);
        if (name == null) {
            return StandardCharsets.UTF_8;
        }
        return name instanceof Charset charset ? charset : Charset.forName(name.toString());
    }
}
