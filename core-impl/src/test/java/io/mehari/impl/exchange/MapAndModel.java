package io.mehari.impl.exchange;

import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A map under test, obtained anew each time, and what it must be like. */
record MapAndModel(Supplier<Map<String, @Nullable Object>> source, MapModel model) {

    /** Same order, same spellings, same values. */
    void check() {
        Map<String, @Nullable Object> map = source.get();
        if (map.size() != model.size()) {
            throw new AssertionError("size " + map.size() + ", not " + model.size() + ": " + map + ", not " + model);
        }
        var cells = model.cells().iterator();
        for (Map.Entry<String, @Nullable Object> entry : map.entrySet()) {
            MapModel.Cell cell = cells.next();
            if (!entry.getKey().equals(cell.name) || !Objects.equals(entry.getValue(), cell.value)) {
                throw new AssertionError(map + ", not " + model);
            }
        }
    }
}
