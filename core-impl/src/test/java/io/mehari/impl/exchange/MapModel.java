package io.mehari.impl.exchange;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a map must be like: a LinkedHashMap keyed by the folded name, of spellings and values. */
final class MapModel {

    static final class Cell {
        final String name;

        @Nullable
        Object value;

        Cell(String name, @Nullable Object value) {
            this.name = name;
            this.value = value;
        }
    }

    final boolean folded;
    private final Map<String, Cell> cells = new LinkedHashMap<>();

    MapModel(boolean folded) {
        this.folded = folded;
    }

    /** The names of these tests are ASCII. */
    private String fold(String name) {
        return folded ? name.toLowerCase(Locale.ROOT) : name;
    }

    MapModel copy() {
        MapModel copy = new MapModel(folded);
        copy.become(this);
        return copy;
    }

    void become(MapModel that) {
        if (that != this) {
            cells.clear();
            that.cells.forEach((key, cell) -> cells.put(key, new Cell(cell.name, cell.value)));
        }
    }

    Collection<Cell> cells() {
        return cells.values();
    }

    int size() {
        return cells.size();
    }

    void clear() {
        cells.clear();
    }

    @Nullable
    Cell cell(String name) {
        return cells.get(fold(name));
    }

    boolean has(String name) {
        return cells.containsKey(fold(name));
    }

    @Nullable
    Object get(String name) {
        Cell cell = cell(name);
        return cell == null ? null : cell.value;
    }

    @Nullable
    Object put(String name, @Nullable Object value) {
        Cell cell = cell(name);
        if (cell == null) {
            cells.put(fold(name), new Cell(name, value));
            return null;
        }
        Object old = cell.value;
        cell.value = value;
        return old;
    }

    @Nullable
    Object remove(String name) {
        Cell cell = cells.remove(fold(name));
        return cell == null ? null : cell.value;
    }

    boolean removeIf(Predicate<Cell> condition) {
        return cells.values().removeIf(condition);
    }

    boolean removeBeginning(String beginning, String except) {
        return removeIf(cell -> folds(cell.name).startsWith(folds(beginning))
                && !folds(cell.name).equals(folds(except)));
    }

    /** Filters fold for headers and properties alike. */
    private static String folds(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    boolean equalsFolded(MapModel that) {
        return cells.keySet().equals(that.cells.keySet())
                && cells.entrySet().stream()
                        .allMatch(entry -> Objects.equals(
                                entry.getValue().value, Objects.requireNonNull(that.cells.get(entry.getKey())).value));
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        cells.values().forEach(cell -> map.put(cell.name, cell.value));
        return map;
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
