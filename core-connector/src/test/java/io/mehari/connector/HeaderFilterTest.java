package io.mehari.connector;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Law K4, with the folding of law H1: which names pass between routes and the network. */
class HeaderFilterTest {

    /** Each of the 2^n spellings of the two words, alone and as a beginning. */
    @Test
    void k4_noSpellingPasses() {
        for (String word : List.of("camel", "mehari")) {
            for (int upper = 0; upper < 1 << word.length(); upper++) {
                char[] letters = word.toCharArray();
                for (int i = 0; i < letters.length; i++) {
                    letters[i] = (upper >> i & 1) == 0 ? letters[i] : (char) (letters[i] - 'a' + 'A');
                }
                String name = new String(letters);
                assertThat(List.of(name, name + "X", name + "-x", name + ".é", name + '\u0130'))
                        .noneMatch(HeaderFilter::passes);
                assertThat(List.of(" " + name, "X" + name, name.substring(1), name.substring(0, letters.length - 1)))
                        .allMatch(HeaderFilter::passes);
            }
        }
        assertThat(HeaderFilter.passes("")).isTrue();
    }

    /** Each character of the JVM in each place of the words: only the letter itself, in either case, is refused. */
    @Test
    void h1_lookAlikesAreOtherNames() {
        for (String word : List.of("camel", "mehari")) {
            char[] name = (word + "Query").toCharArray();
            for (int i = 0; i < word.length(); i++) {
                char letter = word.charAt(i);
                for (int c = 0; c <= Character.MAX_VALUE; c++) {
                    name[i] = (char) c;
                    boolean same = c == letter || c == letter - 'a' + 'A';
                    if (HeaderFilter.passes(new String(name)) == same) {
                        throw new AssertionError(Arrays.toString(name) + (same ? " passes" : " does not pass"));
                    }
                }
                name[i] = letter;
            }
        }
        assertThat(List.of("\uff43amelQuery", "Came\u217cQuery", "Mehar\u0131X", "MEHAR\u0130X", "\u212aamel"))
                .allMatch(HeaderFilter::passes);
    }

    /** Its names on Camel 4.18.0: {@code kafka.OVERRIDE_TOPIC} is the topic that it sends to. */
    @Test
    void k4a_instructionsToCamelsKafkaDoNotPass() {
        assertThat(List.of("kafka.OVERRIDE_TOPIC", "KAFKA.KEY", "kaFka.partition_key", "kafka."))
                .noneMatch(HeaderFilter::passes);
        assertThat(List.of("kafka", "kafka_messageKey", "kafka-x", "x.kafka.KEY", "\u212aafka.KEY"))
                .allMatch(HeaderFilter::passes);
    }

    @Test
    void k4_severalValuesStaySeveral() {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            Exchange exchange = context.getEndpoint("direct:a").createExchange();
            HeaderFilter.add(exchange, "Many", "1");
            HeaderFilter.add(exchange, "MANY", null);
            HeaderFilter.add(exchange, "many", "3");
            HeaderFilter.add(exchange, "None", null);
            HeaderFilter.add(exchange, "none", null);
            HeaderFilter.add(exchange, "CamelQuery", "1");
            assertThat(exchange.getHeader("many")).isEqualTo(Arrays.asList("1", null, "3"));
            assertThat(exchange.getHeader("none")).isEqualTo(Arrays.asList(null, null));
            assertThat(exchange.getHeaders()).containsOnlyKeys("Many", "None");
        }
    }

    @Test
    void k4_valuesThatAreAddedToACopyDoNotShowInTheOriginal() {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            Exchange exchange = context.getEndpoint("direct:a").createExchange();
            exchange.setHeader("many", List.of("1", "2"));
            HeaderFilter.add(exchange, "many", "3");
            Exchange copy = exchange.copy();
            HeaderFilter.add(copy, "many", "of the copy");
            HeaderFilter.add(exchange, "many", "4");
            HeaderFilter.add(copy, "many", "too");
            HeaderFilter.add(exchange, "many", "5");
            assertThat(exchange.getHeader("many")).isEqualTo(List.of("1", "2", "3", "4", "5"));
            assertThat(copy.getHeader("many")).isEqualTo(List.of("1", "2", "3", "of the copy", "too"));
        }
    }

    @Test
    void s3_manyValuesOfOneNameAreNotCopiedForEach() {
        try (DefaultRoutingContext context = new DefaultRoutingContext()) {
            Exchange exchange = context.getEndpoint("direct:a").createExchange();
            ThreadMXBean times = ManagementFactory.getThreadMXBean();
            long begin = times.getCurrentThreadCpuTime();
            for (int i = 0; i < 100_000; i++) {
                HeaderFilter.add(exchange, "many", i);
            }
            assertThat(times.getCurrentThreadCpuTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(1));
            assertThat(exchange.getHeader("many"))
                    .isEqualTo(IntStream.range(0, 100_000).boxed().toList());
        }
    }

    private enum Size {
        LARGE
    }

    @Test
    void k4_onlySimpleValuesAreText() {
        assertThat(HeaderFilter.text(CharBuffer.wrap("a"))).isEqualTo("a");
        assertThat(HeaderFilter.text(7)).isEqualTo("7");
        assertThat(HeaderFilter.text(true)).isEqualTo("true");
        assertThat(HeaderFilter.text('c')).isEqualTo("c");
        assertThat(HeaderFilter.text(Size.LARGE)).isEqualTo("LARGE");
        assertThat(HeaderFilter.text(null)).isNull();
        assertThat(HeaderFilter.text(new Object())).isNull();
        assertThat(HeaderFilter.text(List.of("a"))).isNull();
    }
}
