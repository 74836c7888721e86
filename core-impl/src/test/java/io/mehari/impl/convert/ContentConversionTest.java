package io.mehari.impl.convert;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mehari.Exchange;
import io.mehari.ExchangePattern;
import io.mehari.TypeConversionException;
import io.mehari.impl.DefaultRoutingContext;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in their many forms: text and bytes, sequences and arrays. */
@SuppressWarnings({"unchecked", "rawtypes", "UnnecessaryStringBuilder"}) // List.class is a Class<List>
class ContentConversionTest {

    private static final String TEXT = "für 5 €";

    private final DefaultTypeConverterRegistry converter = new DefaultTypeConverterRegistry();

    private static Exchange exchange(Object charset) {
        Exchange exchange = new DefaultRoutingContext()
                .getRoutingContextExtension()
                .getExchangeFactory()
                .create(ExchangePattern.InOnly);
        exchange.setProperty(Exchange.CHARSET_NAME, charset);
        return exchange;
    }

    // ---- text and bytes

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16LE"})
    void everyFormOfContentBecomesEveryOther(String name, @TempDir Path folder) throws Exception {
        Charset charset = Charset.forName(name);
        Path path = Files.writeString(folder.resolve("body"), TEXT, charset);
        for (Class<?> from : List.of(
                String.class,
                char[].class,
                StringBuilder.class,
                Reader.class,
                byte[].class,
                ByteBuffer.class,
                InputStream.class,
                Path.class,
                File.class)) {
            for (Class<?> to : List.of(
                    String.class, char[].class, Reader.class, byte[].class, ByteBuffer.class, InputStream.class)) {
                Object converted = converter.mandatoryConvertTo(to, exchange(name), form(from, charset, path));
                assertThat(textOf(converted, charset)).as("%s to %s", from, to).isEqualTo(TEXT);
            }
        }
    }

    private static Object form(Class<?> type, Charset charset, Path path) {
        byte[] bytes = TEXT.getBytes(charset);
        return Stream.of(
                        TEXT,
                        TEXT.toCharArray(),
                        new StringBuilder(TEXT),
                        new StringReader(TEXT),
                        bytes,
                        ByteBuffer.wrap(bytes).asReadOnlyBuffer(),
                        new ByteArrayInputStream(bytes),
                        path,
                        path.toFile())
                .filter(type::isInstance)
                .findFirst()
                .orElseThrow();
    }

    private static String textOf(Object content, Charset charset) throws Exception {
        if (content instanceof char[] chars) {
            return new String(chars);
        } else if (content instanceof byte[] bytes) {
            return new String(bytes, charset);
        } else if (content instanceof ByteBuffer buffer) {
            return charset.decode(buffer).toString();
        } else if (content instanceof InputStream stream) {
            try (stream) {
                return new String(stream.readAllBytes(), charset);
            }
        } else if (content instanceof Reader reader) {
            try (reader) {
                char[] chars = new char[100];
                return new String(chars, 0, reader.read(chars));
            }
        }
        return content.toString();
    }

    @Test
    void theCharacterSetIsUtf8UnlessTheExchangeNamesOne() {
        byte[] utf8 = TEXT.getBytes(UTF_8);
        byte[] utf16 = TEXT.getBytes(UTF_16LE);
        assertThat(converter.convertTo(String.class, null, utf8)).isEqualTo(TEXT);
        assertThat(converter.convertTo(String.class, exchange(null), utf8)).isEqualTo(TEXT);
        assertThat(converter.convertTo(String.class, exchange(UTF_16LE), utf16)).isEqualTo(TEXT);
        assertThatThrownBy(() -> converter.convertTo(String.class, exchange("UTF-99"), utf8))
                .isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("UnsupportedCharsetException: UTF-99");
    }

    @Test
    void aBufferStaysWhereItIs() {
        ByteBuffer buffer = ByteBuffer.wrap(new byte[] {1, 2, 3}).position(1);
        assertThat(converter.convertTo(byte[].class, null, buffer)).containsExactly(2, 3);
        assertThat(buffer.position()).isEqualTo(1);
    }

    @Test
    void whatIsReadToItsEndIsClosed() {
        AtomicInteger closed = new AtomicInteger();
        InputStream stream = new ByteArrayInputStream(new byte[] {'x'}) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        assertThat(converter.convertTo(String.class, null, stream)).isEqualTo("x");
        assertThat(closed).hasValue(1);
        Reader reader = new StringReader("x") {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        assertThat(converter.convertTo(byte[].class, null, reader)).containsExactly('x');
        assertThat(closed).hasValue(2);
        assertThat(converter.convertTo(Reader.class, null, stream)).isNotNull();
        assertThat(closed).as("handed out, not read").hasValue(2);
        Stream<Integer> values = Stream.of(1).onClose(closed::incrementAndGet);
        assertThat(converter.convertTo(List.class, null, values)).isEqualTo(List.of(1));
        assertThat(closed).hasValue(3);
    }

    @Test
    void aFileThatIsNotThereIsNamed(@TempDir Path folder) {
        assertThatThrownBy(() -> converter.convertTo(String.class, null, folder.resolve("none")))
                .isInstanceOf(TypeConversionException.class)
                .hasCauseInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none");
    }

    // ---- sequences

    static Stream<Arguments> sequences() {
        Map<String, Integer> map = Map.of("a", 1);
        return Stream.of(
                arguments(Set.of(1), List.of(1)),
                arguments(new int[] {1, 2}, List.of(1, 2)),
                arguments(new byte[] {1}, List.of((byte) 1)),
                arguments(new Object[] {"a", null}, Arrays.asList("a", null)),
                arguments(map, List.of(Map.entry("a", 1))),
                arguments("a,b", List.of("a,b")),
                arguments(42, List.of(42)),
                arguments(Path.of("a", "b"), List.of(Path.of("a", "b"))));
    }

    @ParameterizedTest
    @MethodSource
    void sequences(Object value, List<?> expected) {
        assertThat(converter.convertTo(List.class, null, value)).isEqualTo(expected);
        assertThat(converter.convertTo(Iterator.class, null, value))
                .toIterable()
                .isEqualTo(expected);
        assertThat(((Stream<Object>) converter.convertTo(Stream.class, null, value)).toList())
                .isEqualTo(expected);
        assertThat(converter.convertTo(Set.class, null, value)).containsExactlyElementsOf((List) expected);
    }

    @Test
    void iteratorsAndStreamsAreSequences() {
        assertThat(converter.convertTo(List.class, null, List.of(1, 2).iterator()))
                .isEqualTo(List.of(1, 2));
        assertThat(converter.convertTo(Iterable.class, null, List.of(1, 2).iterator()))
                .isEqualTo(List.of(1, 2));
        assertThat(converter.convertTo(int[].class, null, IntStream.range(0, 3)))
                .containsExactly(0, 1, 2);
        assertThat(converter.convertTo(String[].class, null, Stream.of(1, 2))).containsExactly("1", "2");
    }

    @Test
    void aListMadeHereIsTheReceiversOwn() {
        Integer[] array = {1, 2};
        List<Object> list = converter.convertTo(List.class, null, array);
        list.set(0, 9);
        list.add(3);
        assertThat(array).containsExactly(1, 2);
        assertThat(list).isEqualTo(new ArrayList<>(List.of(9, 2, 3)));
    }

    static Stream<Arguments> arrays() {
        return Stream.of(
                arguments(List.of("1", 2L), new int[] {1, 2}),
                arguments(new int[] {1, 2}, new Integer[] {1, 2}),
                arguments(new Integer[] {1, 2}, new int[] {1, 2}),
                arguments(new int[] {1, 2}, new long[] {1, 2}),
                arguments(new Byte[] {1, 2}, new byte[] {1, 2}),
                arguments(new char[] {'a'}, new String[] {"a"}),
                arguments(Arrays.asList(1, null), new String[] {"1", null}),
                arguments(new String[] {"true"}, new boolean[] {true}),
                arguments(List.of(List.of("1"), new long[] {2, 3}), new int[][] {{1}, {2, 3}}),
                arguments(List.of("SLOW"), new TypeConversionTest.Speed[] {TypeConversionTest.Speed.SLOW}),
                arguments(List.of(), new Object[0]));
    }

    @ParameterizedTest
    @MethodSource
    void arrays(Object value, Object expected) {
        Object converted = converter.convertTo(expected.getClass(), null, value);
        assertThat(converted).isInstanceOf(expected.getClass());
        assertThat(Arrays.deepEquals(new Object[] {converted}, new Object[] {expected}))
                .isTrue();
    }
}
