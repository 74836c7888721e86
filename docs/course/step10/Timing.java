package step10;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * At which size is the flat array slower, for a name that is present as the same object, and for an absent name? Run it
 * with {@code ./course 10 --bench}.
 */
@State(Scope.Benchmark)
public class Timing {

    @Param({"4", "8", "16"})
    public int pairs;

    @Param({"there", "absent"})
    public String name;

    private String[] names;
    private int next;
    private final Before map = new Before();
    private Object[] flat;
    private Object storage;

    @Setup
    public void fill() {
        names = new String[pairs];
        for (int i = 0; i < pairs; i++) {
            names[i] = "property" + i;
            map.put(names[i], i);
            flat = Flat.put(flat, names[i], i);
            storage = After.put(storage, names[i], i);
        }
        if (name.equals("absent")) {
            for (int i = 0; i < pairs; i++) {
                names[i] = "absentee" + i;
            }
        }
    }

    private String next() {
        next = next + 1 == pairs ? 0 : next + 1;
        return names[next];
    }

    @Benchmark
    public Object before() {
        return map.get(next());
    }

    @Benchmark
    public Object flat() {
        return Flat.get(flat, next());
    }

    @Benchmark
    public Object after() {
        return After.get(storage, next());
    }
}
