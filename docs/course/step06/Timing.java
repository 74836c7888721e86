package step06;

import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** How long does it take to find a header whose name differs in case, among a few and among many? */
@State(Scope.Benchmark)
public class Timing {

    @Param({"5", "100"})
    public int headers;

    private final Before before = new Before();
    private final Tempting tempting = new Tempting();
    private final After after = new After();
    private String[] asked;
    private int next;

    @Setup
    public void fill() {
        asked = new String[headers];
        for (int i = 0; i < headers; i++) {
            String name = "X-Header-" + i * 7919;
            before.put(name, name);
            tempting.put(name, name);
            after.put(name, name);
            asked[i] = name.toUpperCase(Locale.ROOT);
        }
    }

    private String name() {
        next = next + 1 == headers ? 0 : next + 1;
        return asked[next];
    }

    @Benchmark
    public Object before() {
        return before.get(name());
    }

    @Benchmark
    public Object tempting() {
        return tempting.get(name());
    }

    @Benchmark
    public Object after() {
        return after.get(name());
    }
}
