package io.mehari.woven.cases;

import io.mehari.woven.Cases;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** All shapes, with and without pooled exchanges, at each moment. */
public final class AllCases implements Cases {
    private final Map<String, Made> all = new LinkedHashMap<>();

    private record Made(Shape shape, Case.Moment moment, boolean pooled) {}

    public AllCases() {
        for (Shape shape : Shapes.all()) {
            for (Case.Moment moment : Case.Moment.values()) {
                for (boolean pooled : new boolean[] {false, true}) {
                    String name =
                            shape.name() + "," + moment.name().toLowerCase(Locale.ROOT) + (pooled ? ",pooled" : "");
                    all.put(name, new Made(shape, moment, pooled));
                }
            }
        }
    }

    @Override
    public List<String> names() {
        return new ArrayList<>(all.keySet());
    }

    @Override
    public List<String> run(String name, long seed, boolean real, Strike strike) {
        Made made = Objects.requireNonNull(all.get(name), name);
        try (World world = real ? World.real() : World.simulated(seed)) {
            return new Case(world, made.shape, made.moment, made.pooled, strike).run();
        }
    }
}
