package io.mehari.impl.pattern;

import static io.mehari.builder.RouteBuilder.body;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.impl.exchange.PooledContext;
import io.mehari.impl.text.Parts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be split, and into what. */
class SplitSourcesTest {

    private final PooledContext mehari = new PooledContext(true);
    private final List<@Nullable Object> parts = new ArrayList<>();

    @AfterEach
    void x1_createdIsReleased() {
        mehari.close();
    }

    private List<@Nullable Object> split(Expression expression, @Nullable Object value) throws Exception {
        mehari.routes(r -> r.from("direct:a").split(expression).process(exchange -> parts.add(exchange.getBody())));
        PooledContext.Outcome outcome = mehari.send(value);
        assertThat(outcome.failure()).isNull();
        return parts;
    }

    @Test
    void theirNumberIsKnownToEachPartWhereItIsKnownAtAll() throws Exception {
        mehari.routes(r -> r.from("direct:a")
                .split(body())
                .process(exchange -> parts.add(exchange.getProperty(Exchange.SPLIT_SIZE))));
        List<Object> whole = List.of(List.of("x", "y"), new String[] {"x", "y"}, new int[] {1, 2}, "x,y", "f(x,y),,");
        whole.forEach(mehari::send);
        assertThat(parts).hasSize(10).containsOnly(2);

        parts.clear();
        List<Object> oneByOne = List.of(List.of("x", "y").iterator(), Stream.of("x", "y"));
        oneByOne.forEach(mehari::send);
        assertThat(parts).containsExactly(null, 2, null, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "->",
            value = {
                "a,b, c,, -> a|b| c|",
                "a,,b -> a||b",
                "(a,b) -> (a,b)",
                "f(a,b),c,g(d -> f(a,b)|c|g(d",
                "single -> single"
            })
    void aTextIsSplitBetweenCommas(String text, String expected) throws Exception {

        assertThat(split(body(), text)).containsExactly((Object[]) expected.split("\\|", -1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n"})
    void aBlankTextHasNoParts(String text) throws Exception {
        assertThat(split(body(), text)).isEmpty();
    }

    /** The search for a parenthesis read the rest of the text for each piece: a minute for these texts. */
    @ParameterizedTest
    @ValueSource(strings = {"one piece of it,", "(not closed,"})
    @Timeout(20)
    void aPieceOfALongTextTakesNoLongerThanOneOfAShortText(String piece) {
        Parts pieces = Parts.of(piece.repeat(400_000));
        assertThat(pieces.size()).isEqualTo(400_000);
        int taken = 0;
        for (; pieces.hasNext(); taken++) {
            assertThat(String.valueOf(pieces.next()).length()).isEqualTo(piece.length() - 1);
        }
        assertThat(taken).isEqualTo(400_000);
    }

    @Test
    void anEmptyTextIsNoPart() throws Exception {
        assertThat(split(body(), "")).isEmpty();
        assertThat(mehari.send(",,").failure()).isNull();
        assertThat(parts).containsExactly("", "");
    }

    @Test
    void aMapIsSplitIntoItsEntriesAndAnArrayIntoItsElements() throws Exception {
        assertThat(split(body(), Map.of("k", "v"))).containsExactly(Map.entry("k", "v"));
        parts.clear();
        mehari.send(new int[] {1, 2});
        mehari.send(5);
        assertThat(parts).containsExactly(1, 2, 5);
    }

    @Test
    void aNullAmongThePartsIsAPart() throws Exception {
        assertThat(split(body(), Arrays.asList("x", null, "y"))).containsExactly("x", null, "y");
    }

    @Test
    void s1_aValueThatCannotBeClosedHasBeenSplit() throws Exception {
        assertThat(split(body(), Stream.of("x", "y").onClose(() -> {
                    throw new AssertionError("on purpose");
                })))
                .containsExactly("x", "y");
    }

    @Test
    void aStreamIsClosed() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        assertThat(split(body(), Stream.of("x", "y").onClose(closed::incrementAndGet)))
                .containsExactly("x", "y");
        assertThat(closed).hasValue(1);
    }

    @Test
    void aStreamIsClosedAlsoWhenItBreaksOff() throws Exception {
        AtomicInteger closed = new AtomicInteger();
        mehari.routes(r -> r.from("direct:a").split(body()).process(exchange -> {}));

        Stream<Object> breaksOff = Stream.of("x").map(each -> {
            throw new IllegalStateException("no more");
        });
        assertThat(mehari.send(breaksOff.onClose(closed::incrementAndGet)).failure())
                .hasMessage("no more");
        assertThat(closed).hasValue(1);
    }

    // ---- tokens

    @Test
    void tokensComeInGroups() throws Exception {
        assertThat(split(body().tokenize("--", 2), "a--b--c")).containsExactly("a--b", "c");
    }

    @Test
    void tokensOfNothingAreNone() throws Exception {
        assertThat(split(body().tokenize(","), null)).isEmpty();
        mehari.send("");
        assertThat(parts).isEmpty();
    }

    @Test
    void tokensAreReadWhenTheyAreNeededAndTheReaderIsClosed() throws Exception {
        AtomicInteger read = new AtomicInteger();
        boolean[] closed = {false};
        Reader endless = new Reader() {
            @Override
            public int read(char[] buffer, int offset, int length) {
                buffer[offset] = read.getAndIncrement() % 2 == 0 ? 'x' : ',';
                return 1;
            }

            @Override
            public void close() {
                closed[0] = true;
            }
        };
        mehari.routes(r -> r.from("direct:a")
                .split(body().tokenize(","))
                .stopOnException()
                .process(exchange -> {
                    if (parts.size() == 3) {
                        throw new IllegalStateException("enough");
                    }
                    parts.add(exchange.getBody());
                }));

        assertThat(mehari.send(endless).failure()).hasRootCauseMessage("enough");
        assertThat(parts).containsExactly("x", "x", "x");
        assertThat(read.get()).isLessThan(20);
        assertThat(closed[0]).isTrue();
    }

    @Test
    void bytesAreReadAsUtf8() throws Exception {
        assertThat(split(
                        body().tokenize("\n"), new ByteArrayInputStream("größe\nmaß".getBytes(StandardCharsets.UTF_8))))
                .containsExactly("größe", "maß");
    }

    @Test
    void aReaderThatFailsFailsTheWhole() throws Exception {
        mehari.routes(r -> r.from("direct:a").split(body().tokenize(",")).process(exchange -> {}));
        Reader failing = new Reader() {
            @Override
            public int read(char[] buffer, int offset, int length) throws IOException {
                throw new IOException("the disk");
            }

            @Override
            public void close() {}
        };

        assertThat(mehari.send(failing).failure())
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("the disk");
    }

    @Test
    void anEmptyTokenSplitsIntoCharacters() throws Exception {
        Expression characters = body().tokenize("");
        assertThat(split(characters, "1\uD83D\uDC2A3")).containsExactly("1", "\uD83D\uDC2A", "3");
        parts.clear();
        List<Object> others = List.of("", new StringReader("ab"));
        others.forEach(mehari::send);
        assertThat(parts).containsExactly("a", "b");
        assertThat(characters(body().tokenize("", 2), "abc")).containsExactly("ab", "c");
    }

    private List<@Nullable Object> characters(Expression expression, String text) throws Exception {
        List<@Nullable Object> found = new ArrayList<>();
        mehari.context.addRoutes(
                r -> r.from("direct:groups").split(expression).process(each -> found.add(each.getBody())));
        mehari.sendTo("direct:groups", exchange -> exchange.setBody(text));
        return found;
    }

    @Test
    void badTokensAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> body().tokenize(",", 0))
                .withMessageContaining("a group has at least one piece");
    }
}
