package io.mehari.impl.exchange;

import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One operation after the other of the whole Map surface, each done to a map and to its model, answers compared. */
final class RandomOperations {

    private interface Operation {
        void run(Map<String, @Nullable Object> map, MapModel model);
    }

    private record Named(String name, Operation operation) {}

    private static final int LAST = 40;

    private final Random random;
    private final List<String> names = new ArrayList<>();
    private final List<Named> operations = new ArrayList<>();
    private final @Nullable Object[] log = new @Nullable Object[LAST];
    private int logged;

    RandomOperations(long seed, int nameCount) {
        random = new Random(seed);
        for (int i = 0; i < nameCount; i++) {
            names.add((i % 3 == 0 ? "X-Name" : i % 3 == 1 ? "N" : "A-Rather-Long-Header-Name-") + i);
        }
        register();
    }

    // ---- choices

    Random random() {
        return random;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    @Nullable
    Object value() {
        int choice = random.nextInt(6);
        return choice == 0 ? null : choice == 1 ? "text" : (Object) choice;
    }

    private Object someValue() {
        return Objects.requireNonNullElse(value(), "some");
    }

    /** A name of the pool: the same object, an equal one, or (another name where case counts) another spelling. */
    String name(MapModel model) {
        String name = names.get(random.nextInt(names.size()));
        int choice = random.nextInt(4);
        if (choice == 0) {
            return name;
        }
        if (choice == 1) {
            return String.valueOf(name.toCharArray());
        }
        if (!model.folded && !oneIn(4)) {
            return name;
        }
        return choice == 2 ? name.toUpperCase(Locale.ROOT) : name.toLowerCase(Locale.ROOT);
    }

    private List<String> someNames(MapModel model) {
        List<String> some = new ArrayList<>();
        for (int i = below(oneIn(2) ? 4 : 2 * names.size()); i > 0; i--) {
            some.add(name(model));
        }
        return some;
    }

    private Collection<@Nullable Object> someValues() {
        List<@Nullable Object> some = new ArrayList<>();
        for (int i = below(3); i > 0; i--) {
            some.add(value());
        }
        return some;
    }

    private Predicate<MapModel.Cell> named(MapModel model, List<String> some) {
        Set<String> folded = new HashSet<>();
        some.forEach(name -> folded.add(fold(model, name)));
        return cell -> folded.contains(fold(model, cell.name));
    }

    private static String fold(MapModel model, String name) {
        return model.folded ? name.toLowerCase(Locale.ROOT) : name;
    }

    // ---- doing and telling

    void operate(int subject, MapAndModel both) {
        Named named = operations.get(random.nextInt(operations.size()));
        log(subject, named.name, both.model().size());
        named.operation.run(both.source().get(), both.model());
    }

    void log(int subject, String what, int more) {
        log[logged++ % LAST] = new Object[] {subject, what, more};
    }

    String last() {
        StringBuilder text = new StringBuilder();
        for (int i = Math.max(0, logged - LAST); i < logged; i++) {
            text.append("  ")
                    .append(i)
                    .append(' ')
                    .append(Arrays.toString((Object[]) log[i % LAST]))
                    .append('\n');
        }
        return text.toString();
    }

    private static void same(@Nullable Object actual, @Nullable Object expected) {
        if (!Objects.equals(actual, expected)) {
            throw new AssertionError("got " + actual + ", not " + expected);
        }
    }

    private void add(String name, Operation operation) {
        operations.add(new Named(name, operation));
    }

    private void register() {
        queries();
        changes();
        functions();
        names();
        values();
        entries();
        iterators();
    }

    // ---- the operations

    private void queries() {
        add("get", (map, model) -> {
            String name = name(model);
            same(map.get(name), model.get(name));
            same(map.containsKey(name), model.has(name));
            same(map.getOrDefault(name, "other"), model.has(name) ? model.get(name) : "other");
            same(map.get(name + "?"), null);
            same(map.isEmpty(), model.size() == 0);
        });
        add("containsValue", (map, model) -> {
            Object value = value();
            same(map.containsValue(value), model.toMap().containsValue(value));
            same(map.values().contains(value), model.toMap().containsValue(value));
        });
        add("equals, hashCode, toString", (map, model) -> {
            Map<String, @Nullable Object> expected = model.toMap();
            same(map, expected);
            same(expected, map);
            same(map.hashCode(), expected.hashCode());
            same(map.toString(), expected.toString());
            same(map.keySet(), expected.keySet());
            same(map.keySet().hashCode(), expected.keySet().hashCode());
            same(map.entrySet(), expected.entrySet());
            same(map.entrySet().hashCode(), expected.entrySet().hashCode());
            expected.put("no such name", null);
            same(map.equals(expected), false);
            same(map.keySet().equals(expected.keySet()), false);
        });
        add("forEach", (map, model) -> {
            List<@Nullable Object> seen = new ArrayList<>();
            map.forEach((name, value) -> {
                seen.add(name);
                seen.add(value);
            });
            List<@Nullable Object> expected = new ArrayList<>();
            model.cells().forEach(cell -> {
                expected.add(cell.name);
                expected.add(cell.value);
            });
            same(seen, expected);
        });
        add("toArray, stream", (map, model) -> {
            same(
                    Arrays.asList(map.keySet().toArray()),
                    new ArrayList<>(model.toMap().keySet()));
            same(
                    Arrays.asList(map.values().toArray()),
                    new ArrayList<>(model.toMap().values()));
            same(
                    map.entrySet().stream().map(Map.Entry::getKey).toList(),
                    new ArrayList<>(model.toMap().keySet()));
        });
    }

    private void changes() {
        for (int weight = 0; weight < 8; weight++) {
            add("put", (map, model) -> {
                String name = name(model);
                Object value = value();
                same(map.put(name, value), model.put(name, value));
            });
        }
        add("remove", (map, model) -> {
            String name = name(model);
            same(map.remove(name), model.remove(name));
        });
        add("remove a pair", (map, model) -> {
            String name = name(model);
            Object value = value();
            boolean there = model.has(name) && Objects.equals(model.get(name), value);
            same(map.remove(name, value), there);
            if (there) {
                model.remove(name);
            }
        });
        add("putAll", (map, model) -> {
            Map<String, @Nullable Object> some = new LinkedHashMap<>();
            someNames(model).forEach(name -> some.put(name, value()));
            map.putAll(some);
            some.forEach(model::put);
        });
        add("clear", (map, model) -> {
            if (oneIn(10)) {
                switch (below(4)) {
                    case 0 -> map.clear();
                    case 1 -> map.keySet().clear();
                    case 2 -> map.values().clear();
                    default -> map.entrySet().clear();
                }
                model.clear();
            }
        });
    }

    private void functions() {
        add("putIfAbsent", (map, model) -> {
            String name = name(model);
            Object value = value();
            Object old = model.get(name);
            same(map.putIfAbsent(name, value), old);
            if (old == null) {
                model.put(name, value);
            }
        });
        add("replace", (map, model) -> {
            String name = name(model);
            Object value = value();
            same(map.replace(name, value), model.get(name));
            if (model.has(name)) {
                model.put(name, value);
            }
        });
        add("replace a pair", (map, model) -> {
            String name = name(model);
            Object before = value();
            Object value = value();
            boolean there = model.has(name) && Objects.equals(model.get(name), before);
            same(map.replace(name, before, value), there);
            if (there) {
                model.put(name, value);
            }
        });
        add("compute", (map, model) -> {
            String name = name(model);
            Object value = value();
            Object old = model.get(name);
            BiFunction<String, @Nullable Object, @Nullable Object> function = (key, present) -> {
                same(key, name);
                same(present, old);
                return value;
            };
            same(map.compute(name, function), value);
            if (value == null) {
                model.remove(name);
            } else {
                model.put(name, value);
            }
        });
        add("computeIfAbsent", (map, model) -> {
            String name = name(model);
            Object value = value();
            Object old = model.get(name);
            same(map.computeIfAbsent(name, key -> value), old == null ? value : old);
            if (old == null && value != null) {
                model.put(name, value);
            }
        });
        add("computeIfPresent", (map, model) -> {
            String name = name(model);
            Object value = value();
            Object old = model.get(name);
            same(map.computeIfPresent(name, (key, present) -> value), old == null ? null : value);
            if (old != null && value == null) {
                model.remove(name);
            } else if (old != null) {
                model.put(name, value);
            }
        });
        add("merge", (map, model) -> {
            String name = name(model);
            Object given = someValue();
            Object value = value();
            Object old = model.get(name);
            Object expected = old == null ? given : value;
            same(map.merge(name, given, (one, other) -> value), expected);
            if (expected == null) {
                model.remove(name);
            } else {
                model.put(name, expected);
            }
        });
        add("replaceAll", (map, model) -> {
            Object value = value();
            map.replaceAll((name, old) -> Objects.equals(old, value) ? name.length() : old);
            model.cells().forEach(cell -> {
                if (Objects.equals(cell.value, value)) {
                    cell.value = cell.name.length();
                }
            });
        });
    }

    private void names() {
        add("keySet.contains, remove", (map, model) -> {
            String name = name(model);
            same(map.keySet().contains(name), model.has(name));
            if (oneIn(2)) {
                boolean there = model.has(name);
                same(map.keySet().remove(name), there);
                model.remove(name);
            }
        });
        add("keySet.containsAll", (map, model) -> {
            List<String> some = someNames(model);
            same(map.keySet().containsAll(some), some.stream().allMatch(model::has));
        });
        add("keySet.removeAll", (map, model) -> {
            List<String> some = someNames(model);
            boolean changes = model.removeIf(named(model, some));
            same(map.keySet().removeAll(oneIn(2) ? some : new HashSet<>(some)), changes);
        });
        add("keySet.retainAll", (map, model) -> {
            List<String> some = someNames(model);
            boolean changes = model.removeIf(named(model, some).negate());
            same(map.keySet().retainAll(some), changes);
        });
        add("keySet.removeIf", (map, model) -> {
            int part = below(6);
            Predicate<String> condition = name -> name.hashCode() % 6 == part;
            boolean changes = model.removeIf(cell -> condition.test(cell.name));
            same(map.keySet().removeIf(condition), changes);
        });
    }

    private void values() {
        add("values.remove", (map, model) -> {
            Object value = value();
            boolean[] first = {true};
            boolean there = model.removeIf(cell -> {
                boolean it = first[0] && Objects.equals(cell.value, value);
                first[0] &= !it;
                return it;
            });
            same(map.values().remove(value), there);
        });
        add("values.removeAll", (map, model) -> {
            Collection<@Nullable Object> some = someValues();
            same(map.values().removeAll(some), model.removeIf(cell -> some.contains(cell.value)));
        });
        add("values.retainAll", (map, model) -> {
            Collection<@Nullable Object> some = someValues();
            some.addAll(Arrays.asList(2, 3, "text"));
            same(map.values().retainAll(some), model.removeIf(cell -> !some.contains(cell.value)));
        });
        add("values.removeIf", (map, model) -> {
            Object value = value();
            same(
                    map.values().removeIf(one -> Objects.equals(one, value)),
                    model.removeIf(cell -> Objects.equals(cell.value, value)));
        });
    }

    private void entries() {
        add("entrySet.contains, remove", (map, model) -> {
            String name = name(model);
            Map.Entry<String, @Nullable Object> entry = new SimpleEntry<>(name, value());
            boolean there = model.toMap().entrySet().contains(entry);
            same(map.entrySet().contains(entry), there);
            if (oneIn(2)) {
                same(map.entrySet().remove(entry), there);
                if (there) {
                    model.remove(name);
                }
            }
        });
        add("entrySet.removeAll", (map, model) -> {
            Set<Map.Entry<String, @Nullable Object>> some = new HashSet<>();
            someNames(model).forEach(name -> some.add(new SimpleEntry<>(name, value())));
            Predicate<MapModel.Cell> chosen = cell -> some.contains(new SimpleEntry<>(cell.name, cell.value));
            same(map.entrySet().removeAll(some), model.removeIf(chosen));
        });
        add("entrySet.retainAll", (map, model) -> {
            Set<Map.Entry<String, @Nullable Object>> some = new HashSet<>();
            model.cells().forEach(cell -> some.add(new SimpleEntry<>(cell.name, oneIn(5) ? "no" : cell.value)));
            Predicate<MapModel.Cell> chosen = cell -> some.contains(new SimpleEntry<>(cell.name, cell.value));
            same(map.entrySet().retainAll(some), model.removeIf(chosen.negate()));
        });
        add("an entry handed out, while others come and go", (map, model) -> {
            List<Map.Entry<String, @Nullable Object>> held = new ArrayList<>(map.entrySet());
            List<MapModel.Cell> cells = new ArrayList<>(model.cells());
            for (int i = below(4); i > 0; i--) {
                String name = name(model);
                Object value = value();
                if (oneIn(2)) {
                    same(map.remove(name), model.remove(name));
                } else {
                    same(map.put(name, value), model.put(name, value));
                }
            }
            for (int i = 0; i < held.size(); i++) {
                same(held.get(i).getKey(), cells.get(i).name);
                if (model.cell(cells.get(i).name) == cells.get(i)) {
                    same(held.get(i).getValue(), cells.get(i).value);
                    if (oneIn(4)) {
                        Object value = value();
                        same(held.get(i).setValue(value), cells.get(i).value);
                        cells.get(i).value = value;
                    }
                    same(held.get(i), new SimpleEntry<>(cells.get(i).name, cells.get(i).value));
                }
            }
        });
    }

    private void iterators() {
        add("entrySet.iterator with setValue and remove", (map, model) -> {
            Iterator<MapModel.Cell> cells = model.cells().iterator();
            for (Iterator<Map.Entry<String, @Nullable Object>> entries =
                            map.entrySet().iterator();
                    entries.hasNext(); ) {
                Map.Entry<String, @Nullable Object> entry = entries.next();
                MapModel.Cell cell = cells.next();
                same(entry, new SimpleEntry<>(cell.name, cell.value));
                if (oneIn(3)) {
                    Object value = value();
                    same(entry.setValue(value), cell.value);
                    cell.value = value;
                }
                if (oneIn(6)) {
                    entries.remove();
                    cells.remove();
                    same(entry.getKey(), cell.name);
                    same(entry.getValue(), cell.value);
                }
            }
            same(cells.hasNext(), false);
        });
        add("keySet.iterator with remove", (map, model) -> remove(map.keySet().iterator(), model, cell -> cell.name));
        add("values.iterator with remove", (map, model) -> remove(map.values().iterator(), model, cell -> cell.value));
    }

    private interface Part {
        @Nullable
        Object of(MapModel.Cell cell);
    }

    private void remove(Iterator<? extends @Nullable Object> iterator, MapModel model, Part part) {
        Iterator<MapModel.Cell> cells = model.cells().iterator();
        while (cells.hasNext() && !oneIn(20)) {
            same(iterator.hasNext(), true);
            same(iterator.next(), part.of(cells.next()));
            if (oneIn(6)) {
                iterator.remove();
                cells.remove();
            }
        }
        if (!cells.hasNext()) {
            same(iterator.hasNext(), false);
            try {
                iterator.next();
                throw new AssertionError("an element too many");
            } catch (NoSuchElementException expected) {
                same(iterator.hasNext(), false);
            }
        }
    }
}
