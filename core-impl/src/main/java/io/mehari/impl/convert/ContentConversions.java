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
import org.jspecify.annotations.Nullable;

/**
 * Conversions among bytes (an array, a buffer, a stream, the content of a file) and text (a string, characters, a
 * reader). The character set is that of the property {@link Exchange#CHARSET_NAME}, or else UTF-8.
 */
final class ContentConversions {
    /*
     * As in Camel, a conversion closes a stream or reader that it reads to the end. The caller must close a stream or
     * reader that a conversion returns. The position of a buffer does not change. Wrapping copies nothing.
     */
    private ContentConversions() {}

    /** Reads a value to its end. */
    private interface Content<F, C> {
        C of(F value) throws IOException;
    }

    static void addTo(ConversionTable table) {
        addBytes(table, byte[].class, bytes -> bytes);
        addBytes(table, ByteBuffer.class, ContentConversions::remaining);
        addBytes(table, InputStream.class, ContentConversions::allBytes);
        addBytes(table, Path.class, Files::readAllBytes);
        addBytes(table, File.class, file -> Files.readAllBytes(file.toPath()));
        addText(table, CharSequence.class, CharSequence::toString);
        addText(table, char[].class, String::new);
        addText(table, Reader.class, ContentConversions::allText);
        addStreaming(table);
    }

    private static <F> void addBytes(ConversionTable table, Class<F> from, Content<F, byte[]> content) {
        addBoth(
                table,
                from,
                (value, exchange) -> content.of(value),
                (value, exchange) -> new String(content.of(value), charset(exchange)));
    }

    private static <F> void addText(ConversionTable table, Class<F> from, Content<F, String> content) {
        addBoth(
                table,
                from,
                (value, exchange) -> content.of(value).getBytes(charset(exchange)),
                (value, exchange) -> content.of(value));
    }

    @SuppressWarnings("NullAway") // neither returns null, although a Conversion may
    private static <F> void addBoth(
            ConversionTable table, Class<F> from, Conversion<F, byte[]> bytes, Conversion<F, String> text) {
        table.add(byte[].class, from, bytes);
        table.add(ByteBuffer.class, from, (value, exchange) -> ByteBuffer.wrap(bytes.convert(value, exchange)));
        table.add(
                InputStream.class, from, (value, exchange) -> new ByteArrayInputStream(bytes.convert(value, exchange)));
        table.add(String.class, from, text);
        table.add(
                char[].class,
                from,
                (value, exchange) -> text.convert(value, exchange).toCharArray());
        table.add(Reader.class, from, (value, exchange) -> new StringReader(text.convert(value, exchange)));
    }

    /** Conversions that return a stream and read nothing in advance. */
    private static void addStreaming(ConversionTable table) {
        table.add(InputStream.class, Path.class, (path, exchange) -> Files.newInputStream(path));
        table.add(InputStream.class, File.class, (file, exchange) -> Files.newInputStream(file.toPath()));
        table.add(Reader.class, InputStream.class, ContentConversions::reader);
        table.add(Reader.class, Path.class, (path, exchange) -> open(path, exchange));
        table.add(Reader.class, File.class, (file, exchange) -> open(file.toPath(), exchange));
    }

    private static Reader open(Path path, @Nullable Exchange exchange) throws IOException {
        Charset charset = charset(exchange); // first, because it may fail
        return new InputStreamReader(Files.newInputStream(path), charset);
    }

    private static Reader reader(InputStream stream, @Nullable Exchange exchange) {
        return new InputStreamReader(stream, charset(exchange));
    }

    private static Charset charset(@Nullable Exchange exchange) {
        Object name = exchange == null ? null : exchange.getProperty(Exchange.CHARSET_NAME);
        if (name == null) {
            return StandardCharsets.UTF_8;
        }
        return name instanceof Charset charset ? charset : Charset.forName(name.toString());
    }

    private static byte[] remaining(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    private static byte[] allBytes(InputStream stream) throws IOException {
        try (stream) {
            return stream.readAllBytes();
        }
    }

    private static String allText(Reader reader) throws IOException {
        try (reader) {
            StringWriter text = new StringWriter();
            reader.transferTo(text);
            return text.toString();
        }
    }
}
