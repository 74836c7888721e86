package io.mehari.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.lab.api.MapMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A law passes for a map that obeys it, and fails for one that does not. */
class LawsTest {

    private record Maker(Supplier<Map<String, Object>> maps, UnaryOperator<Map<String, Object>> copier)
            implements MapMaker {
        @Override
        public Map<String, Object> newMap() {
            return maps.get();
        }

        @Override
        public Holder newHolder() {
            return new Simple(maps.get(), copier);
        }
    }

    private record Simple(Map<String, Object> map, UnaryOperator<Map<String, Object>> copier)
            implements MapMaker.Holder {
        @Override
        public MapMaker.Holder copy() {
            return new Simple(copier.apply(map), copier);
        }
    }

    /** A map that keeps every name that was ever put into it. */
    private static final class Hoard extends HashMap<String, Object> {
        private static final long serialVersionUID = 1;

        private final transient List<Object> hoard = new ArrayList<>();

        @Override
        public Object put(String name, Object value) {
            hoard.add(name);
            return super.put(name, value);
        }
    }

    private static final MapMaker OURS = new Maker(CaseInsensitiveMap::new, CaseInsensitiveMap::new);

    @Test
    void allLawsHoldForMeharisMap() {
        for (RunLaws.Outcome each : RunLaws.check(OURS)) {
            assertThat(each.passed()).as(each.name() + ": " + each.note()).isEqualTo(each.cases());
            assertThat(each.cases()).isPositive();
        }
        assertThat(MapContract.check(OURS).cases()).isGreaterThan(500);
    }

    @Test
    void aMapThatSharesWithItsCopyFails() {
        RunLaws.Outcome shared = Aliasing.check(new Maker(HashMap::new, map -> map));
        assertThat(shared.passed()).isZero();
        assertThat(shared.note()).startsWith("put, map got after the copy").endsWith("more");
    }

    @Test
    void aMapThatHeedsSpellingFails() {
        assertThat(Spelling.check(new Maker(HashMap::new, HashMap::new)).passed())
                .isZero();
    }

    @Test
    void aMapThatForgetsNothingFails() {
        RunLaws.Outcome grown = Growth.check(new Maker(Hoard::new, Hoard.class::cast));
        assertThat(grown.passed()).isZero();
        assertThat(grown.note()).contains("KiB are held for 4 names");
    }

    /** Compares a name with all others that have the same hash code. */
    private static final class Buckets extends AbstractMap<String, Object> {
        private final Map<Integer, List<Map.Entry<String, Object>>> buckets = new HashMap<>();

        private List<Map.Entry<String, Object>> bucket(Object name) {
            return buckets.computeIfAbsent(name.hashCode(), each -> new ArrayList<>());
        }

        @Override
        public Object get(Object name) {
            for (Map.Entry<String, Object> each : bucket(name)) {
                if (each.getKey().equals(name)) {
                    return each.getValue();
                }
            }
            return null;
        }

        @Override
        public Object put(String name, Object value) {
            Object old = get(name);
            bucket(name).add(Map.entry(name, value));
            return old;
        }

        @Override
        public Set<Map.Entry<String, Object>> entrySet() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aMapThatNamesWithTheSameHashCodeMakeSlowFails() {
        RunLaws.Outcome flooded = Flooding.check(new Maker(Buckets::new, map -> map));
        assertThat(flooded.passed()).isZero();
        assertThat(flooded.note()).as("no figure, and no names").isEmpty();
        assertThat(Flooding.check(new Maker(HashMap::new, map -> map)).passed()).isEqualTo(1);
    }

    @Test
    void noPublishedReportSaysHowSlowOrByWhatNames() throws IOException {
        String law = Flooding.check(OURS).name();
        try (Stream<Path> reports = Files.list(Path.of("../../docs/lab/reports"))) {
            List<String> rows = reports.flatMap(LawsTest::lines)
                    .filter(each -> each.contains(law))
                    .toList();
            assertThat(rows)
                    .isNotEmpty()
                    .allMatch(each -> each.matches("\\| " + law + "( \\| (holds, 1 of 1|\\*\\*fails\\*\\*)){2} \\|"));
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readString(file).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aMapThatBreaksTheContractFails() {
        RunLaws.Outcome broken = MapContract.check(new Maker(
                () -> new HashMap<>() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public boolean containsValue(Object value) {
                        return false;
                    }
                },
                HashMap::new));
        RunLaws.Outcome whole = MapContract.check(new Maker(HashMap::new, HashMap::new));
        assertThat(broken.cases()).isEqualTo(whole.cases());
        assertThat(broken.passed()).isLessThan(whole.passed());
    }
}
