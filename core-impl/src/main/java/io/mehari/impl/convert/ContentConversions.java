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

    /** What a value contains; a stream or reader is read to its end. */
    private interface Content<F, C> {
        C of(F value) throws IOException;
    }

    /** The conversion to one of the types above; null if there is none from that type. */
    static @Nullable Conversion<?, ?> get(Class<?> to, Class<?> from) {
        if (from == byte[].class) {
            return ofBytes(to, (byte[] bytes) -> bytes);
        } else if (from == ByteBuffer.class) {
            return ofBytes(to, ContentConversions::remaining);
        } else if (from == InputStream.class) {
            return to == Reader.class
                    ? (Conversion<InputStream, Reader>) ContentConversions::reader
                    : ofBytes(to, ContentConversions::allBytes);
        } else if (from == Path.class) {
            return ofFile(to, (Path path) -> path);
        } else if (from == File.class) {
            return ofFile(to, File::toPath);
        } else if (from == CharSequence.class) {
            return ofText(to, CharSequence::toString);
        } else if (from == char[].class) {
            return ofText(to, (char[] characters) -> new String(characters));
        } else if (from == Reader.class) {
            return ofText(to, ContentConversions::allText);
        }
        return null;
    }

    private static <F> Conversion<F, ?> ofBytes(Class<?> to, Content<F, byte[]> content) {
        return to == String.class || to == char[].class || to == Reader.class
                ? fromText(to, (value, exchange) -> new String(content.of(value), charset(exchange)))
                : fromBytes(to, (value, exchange) -> content.of(value));
    }

    private static <F> Conversion<F, ?> ofText(Class<?> to, Content<F, String> content) {
        return to == String.class || to == char[].class || to == Reader.class
                ? fromText(to, (value, exchange) -> content.of(value))
                : fromBytes(to, (value, exchange) -> content.of(value).getBytes(charset(exchange)));
    }

    /** The content of a file. A conversion that returns a stream or a reader reads nothing in advance. */
    private static <F> Conversion<F, ?> ofFile(Class<?> to, Content<F, Path> path) {
        if (to == InputStream.class) {
            return (file, exchange) -> Files.newInputStream(path.of(file));
        } else if (to == Reader.class) {
            return (file, exchange) -> open(path.of(file), exchange);
        }
        return ofBytes(to, file -> Files.readAllBytes(path.of(file)));
    }

    @SuppressWarnings("NullAway") // bytes() does not return null, although a Conversion may
    private static <F> Conversion<F, ?> fromBytes(Class<?> to, Conversion<F, byte[]> bytes) {
        if (to == ByteBuffer.class) {
            return (value, exchange) -> ByteBuffer.wrap(bytes.convert(value, exchange));
        } else if (to == InputStream.class) {
            return (value, exchange) -> new ByteArrayInputStream(bytes.convert(value, exchange));
        }
        return bytes;
    }

    @SuppressWarnings("NullAway") // text() does not return null either
    private static <F> Conversion<F, ?> fromText(Class<?> to, Conversion<F, String> text) {
        if (to == char[].class) {
            return (value, exchange) -> text.convert(value, exchange).toCharArray();
        } else if (to == Reader.class) {
            return (value, exchange) -> new StringReader(text.convert(value, exchange));
        }
        return text;
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
