package io.mehari.impl.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.collect.FlatMap;
import io.mehari.impl.DefaultRoutingContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Law H3 and E6, at random: operations of the whole Map surface on maps and their copies, and on a model of each, must
 * give the same answers and leave the same content. A failure prints the seed and the last operations; run again with
 * {@code -Dmehari.seed=<seed>}, longer with {@code -Dmehari.operations=<number>}.
 */
class RandomMapsTest {

    private static final long SEED = Long.getLong("mehari.seed", System.nanoTime());
    private static final int OPERATIONS = Integer.getInteger("mehari.operations", 360_000);
    private static final int ALIVE = 5;

    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext();

    /** One thing that has one or two maps and can be copied; each map with its model. */
    private abstract static class Subject {
        final List<MapAndModel> maps = new ArrayList<>();

        abstract Subject copy();

        /** An operation of its own, on itself and perhaps on another. */
        abstract void operate(RandomOperations random, Subject other);
    }

    private static final class CaseInsensitive extends Subject {
        private final CaseInsensitiveMap<@Nullable Object> map;

        CaseInsensitive(CaseInsensitiveMap<@Nullable Object> map, MapModel model) {
            this.map = map;
            maps.add(new MapAndModel(() -> map, model));
        }

        @Override
        Subject copy() {
            return new CaseInsensitive(map.copy(), maps.get(0).model().copy());
        }

        @Override
        void operate(RandomOperations random, Subject other) {
            CaseInsensitive that = (CaseInsensitive) other;
            assertThat(map.equalsIgnoreCase(that.map))
                    .isEqualTo(maps.get(0).model().equalsFolded(that.maps.get(0).model()));
            if (random.oneIn(8)) {
                assertThat(new CaseInsensitiveMap<@Nullable Object>(that.map)).isEqualTo(that.map);
            }
        }
    }

    private static final class Flat extends Subject {
        private final FlatMap<String, @Nullable Object> map;

        Flat(FlatMap<String, @Nullable Object> map, MapModel model) {
            this.map = map;
            maps.add(new MapAndModel(() -> map, model));
        }

        @Override
        Subject copy() {
            return new Flat(map.copy(), maps.get(0).model().copy());
        }

        @Override
        void operate(RandomOperations random, Subject other) {
            Flat that = (Flat) other;
            if (random.oneIn(8)) {
                assertThat(new FlatMap<String, @Nullable Object>(that.map)).isEqualTo(that.map);
            }
        }
    }

    private static final class Travelling extends Subject {
        private final AbstractExchange exchange;
        private final MapModel headers;
        private final MapModel properties;
        private final Map<String, @Nullable Object> heldHeaders;
        private final Map<String, @Nullable Object> heldProperties;

        Travelling(AbstractExchange exchange, MapModel headers, MapModel properties) {
            this.exchange = exchange;
            this.headers = headers;
            this.properties = properties;
            this.heldHeaders = exchange.getHeaders();
            this.heldProperties = exchange.getProperties();
            maps.add(new MapAndModel(alternating(heldHeaders, exchange::getHeaders), headers));
            maps.add(new MapAndModel(alternating(heldProperties, exchange::getProperties), properties));
        }

        private static Supplier<Map<String, @Nullable Object>> alternating(
                Map<String, @Nullable Object> held, Supplier<Map<String, @Nullable Object>> fresh) {
            boolean[] turn = {false};
            return () -> {
                turn[0] = !turn[0];
                return turn[0] ? held : fresh.get();
            };
        }

        @Override
        Subject copy() {
            return new Travelling(exchange.copy(), headers.copy(), properties.copy());
        }

        @Override
        void operate(RandomOperations random, Subject other) {
            Travelling that = (Travelling) other;
            String name = random.name(headers);
            Object value = random.value();
            switch (random.below(12)) {
                case 0, 1 -> {
                    exchange.setHeader(name, value);
                    headers.put(name, value);
                }
                case 2 -> assertThat(exchange.removeHeader(name)).isSameAs(headers.remove(name));
                case 3 -> assertThat(exchange.getHeader(name)).isSameAs(headers.get(name));
                case 4 -> {
                    String beginning = name.substring(0, name.length() - 1);
                    assertThat(exchange.removeHeaders(beginning + "*", name))
                            .isEqualTo(headers.removeBeginning(beginning, name));
                }
                case 5 -> {
                    exchange.copyFrom(that.exchange);
                    headers.become(that.headers);
                }
                case 6 -> {
                    exchange.setHeaders(random.oneIn(2) ? that.heldHeaders : that.exchange.getHeaders());
                    headers.become(that.headers);
                }
                case 7 -> {
                    exchange.setHeaders(that.headers.toMap());
                    headers.become(that.headers);
                }
                case 8 -> {
                    exchange.setProperty(name, value);
                    properties.put(name, value);
                }
                case 9 -> assertThat(exchange.removeProperty(name)).isSameAs(properties.remove(name));
                case 10 -> {
                    assertThat(exchange.getProperty(name)).isSameAs(properties.get(name));
                    assertThat(exchange.hasHeaders()).isEqualTo(headers.size() > 0);
                    assertThat(exchange.hasProperties()).isEqualTo(properties.size() > 0);
                }
                default -> {
                    String beginning = name.substring(0, name.length() - 1);
                    assertThat(exchange.removeProperties(beginning + "*", name))
                            .isEqualTo(properties.removeBeginning(beginning, name));
                }
            }
        }
    }

    @Test
    void h3_caseInsensitiveMapsDoWhatTheModelDoes() {
        run(random -> new CaseInsensitive(new CaseInsensitiveMap<>(), new MapModel(true)));
    }

    @Test
    void h3_flatMapsDoWhatTheModelDoes() {
        run(random -> new Flat(new FlatMap<>(), new MapModel(false)));
    }

    @Test
    void h3_exchangesDoWhatTheModelDoes() {
        run(random -> new Travelling(new DefaultExchange(CONTEXT), new MapModel(true), new MapModel(false)));
    }

    private interface Maker {
        Subject make(Random random);
    }

    /** A third of the operations each with few names, with a number around the switch, and with many. */
    private static void run(Maker maker) {
        System.out.println("RandomMapsTest: -Dmehari.seed=" + SEED);
        for (int names : new int[] {5, 14, 90}) {
            RandomOperations random = new RandomOperations(SEED + names, names);
            List<Subject> alive = new ArrayList<>();
            try {
                alive.add(maker.make(random.random()));
                for (int i = 0; i < OPERATIONS / 3; i++) {
                    step(random, alive, maker, names);
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "With -Dmehari.seed=" + SEED + ", " + names + " names; last operations:\n" + random.last(), e);
            }
        }
    }

    private static void step(RandomOperations random, List<Subject> alive, Maker maker, int names) {
        int index = random.below(alive.size());
        Subject subject = alive.get(index);
        if (random.oneIn(12)) {
            Subject copy = random.oneIn(20) ? maker.make(random.random()) : subject.copy();
            random.log(index, "copy", alive.size());
            if (alive.size() < ALIVE) {
                alive.add(copy);
            } else {
                alive.set(random.below(ALIVE), copy);
            }
        } else if (random.oneIn(4)) {
            int other = random.below(alive.size());
            random.log(index, "an operation of its own, with", other);
            subject.operate(random, alive.get(other));
        } else {
            random.operate(index, subject.maps.get(random.below(subject.maps.size())));
        }
        if (random.oneIn(names < 20 ? 3 : 16)) {
            alive.forEach(one -> one.maps.forEach(MapAndModel::check));
        }
    }
}
