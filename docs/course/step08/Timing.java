package step08;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * How long does it take to put one of 1024 names, ordinary or colliding? The JDK's maps, which have their own defence,
 * are measured too.
 */
@State(Scope.Benchmark)
public class Timing {

    private static final int COUNT = 1024;

    @Param({"ordinary", "attack"})
    public String kind;

    private List<String> names;

    @Setup
    public void choose() {
        names = kind.equals("attack") ? Names.attack(10) : Names.ordinary(COUNT);
    }

    @Benchmark
    @OperationsPerInvocation(COUNT)
    public Object before() {
        Before table = new Before();
        for (String name : names) {
            table.put(name, name);
        }
        return table;
    }

    @Benchmark
    @OperationsPerInvocation(COUNT)
    public Object after() {
        After table = new After(1, 2);
        for (String name : names) {
            table.put(name, name);
        }
        return table;
    }

    @Benchmark
    @OperationsPerInvocation(COUNT)
    public Object treeMap() {
        return filled(new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
    }

    @Benchmark
    @OperationsPerInvocation(COUNT)
    public Object hashMap() {
        return filled(new HashMap<>());
    }

    private Map<String, Object> filled(Map<String, Object> map) {
        for (String name : names) {
            map.put(new String(name), name); // a string caches its hash: a new string has to compute it again
        }
        return map;
    }
}
