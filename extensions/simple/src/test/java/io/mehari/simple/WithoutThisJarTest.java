package io.mehari.simple;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.Exchange;
import io.mehari.impl.DefaultRoutingContext;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the core reads without this jar means what it means with it; what it does not read is refused with its name. */
class WithoutThisJarTest {
    private static final String ARTIFACT = "the artifact io.mehari:mehari-simple";
    private static final int TEXTS = 20_000;

    @Test
    void s5_theCoreReadsTheTextsOfTheOtherTestsAsThisJarDoesOrRefusesThem() throws Exception {
        List<String> texts = textsOf(SimpleGrammarTest.class, SimpleConditionTest.class, SimplePathTest.class);
        assertThat(texts).hasSizeGreaterThan(300);
        assertThat(readByBoth(texts)).isGreaterThan(20);
    }

    @Test
    void s5_theCoreReadsTextsMadeOfPiecesAsThisJarDoesOrRefusesThem() throws Exception {
        Random random = new Random(Long.getLong("mehari.seed", 77));
        List<String> pieces = new ArrayList<>(SimpleFuzzTest.PIECES);
        pieces.removeIf(each -> each.contains("{{") || each.contains("}}"));
        List<String> own = List.of("${body}", "${header.n}", "${header.t}", "${id}", "${routeId}", "${headers}");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int count = 1 + random.nextInt(4); count > 0; count--) {
                List<String> from = random.nextBoolean() ? own : pieces;
                text.append(from.get(random.nextInt(from.size()))).append(random.nextBoolean() ? " " : "");
            }
            texts.add(text.toString());
        }
        texts.removeIf(each -> each.contains("{{"));
        assertThat(readByBoth(texts)).isGreaterThan(TEXTS / 20);
    }

    /** Reads each text with the core alone and with this jar alone; how many readings there are that both have. */
    private static int readByBoth(List<String> texts) throws Exception {
        Simple simple = new Simple();
        List<String> known =
                Readings.of(texts, text -> simple.text(text.strip(), false), text -> simple.text(text, true));
        List<String> found = readWithoutThisJar(texts);
        assertThat(found).hasSameSizeAs(known);
        int both = 0;
        for (int i = 0; i < found.size(); i++) {
            String text = texts.get(i / 3);
            String reading = found.get(i);
            if (!reading.startsWith(Readings.REFUSED)) {
                assertThat(reading).as(text).isEqualTo(known.get(i));
                both++;
            } else if (!known.get(i).startsWith(Readings.REFUSED)) {
                assertThat(reading).as(text).contains(ARTIFACT);
            }
        }
        return both;
    }

    @SuppressWarnings("unchecked") // the method of that name
    private static List<String> readWithoutThisJar(List<String> texts) throws Exception {
        URL[] places = {placeOf(Exchange.class), placeOf(DefaultRoutingContext.class), placeOf(Readings.class)};
        try (URLClassLoader loader = new URLClassLoader(places, ClassLoader.getPlatformClassLoader())) {
            Class<?> readings = loader.loadClass(Readings.class.getName());
            return (List<String>) readings.getMethod("ofAll", List.class).invoke(null, texts);
        }
    }

    private static URL placeOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    /** The first column of the tables of these tests, and their lists of texts. */
    private static List<String> textsOf(Class<?>... tests) {
        Set<String> texts = new LinkedHashSet<>();
        for (Class<?> test : tests) {
            for (Method each : test.getDeclaredMethods()) {
                CsvSource table = each.getAnnotation(CsvSource.class);
                ValueSource list = each.getAnnotation(ValueSource.class);
                if (table != null) {
                    table.textBlock().lines().forEach(line -> texts.add(line.split(" @", 2)[0].strip()));
                    Arrays.stream(table.value()).forEach(line -> texts.add(line.split(",", 2)[0]));
                }
                if (list != null) {
                    texts.addAll(List.of(list.strings()));
                }
            }
        }
        texts.removeIf(each -> each.contains("{{"));
        return List.copyOf(texts);
    }
}
