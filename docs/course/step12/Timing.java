package step12;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What does a cast cost while another thread casts the same objects: to the same interface, to another one, to a class?
 * With {@code ./course 12 --bench}, on JDK 17 and then on 25. Needs two cores.
 */
public class Timing {

    /** Three subclasses: with a single one the compiler would know the result of each cast. */
    @State(Scope.Benchmark)
    public static class Exchanges {
        final Object[] before = {new Before.Plain(), new Before.Pooled(), new Before.Traced()};
        final Object[] after = {new After.Plain(), new After.Pooled(), new After.Traced()};
    }

    /** Each thread has its own position. */
    @State(Scope.Thread)
    public static class Turn {
        private int turn;

        int next() {
            turn = turn == 2 ? 0 : turn + 1;
            return turn;
        }
    }

    @Benchmark
    @Group("sameInterface")
    @GroupThreads(2)
    public Object same(Exchanges exchanges, Turn turn) {
        return Before.asMessage(exchanges.before[turn.next()]);
    }

    @Benchmark
    @Group("twoInterfaces")
    public Object messages(Exchanges exchanges, Turn turn) {
        return Before.asMessage(exchanges.before[turn.next()]);
    }

    @Benchmark
    @Group("twoInterfaces")
    public Object extensions(Exchanges exchanges, Turn turn) {
        return Before.asExtension(exchanges.before[turn.next()]);
    }

    @Benchmark
    @Group("twoClasses")
    public Object messageClasses(Exchanges exchanges, Turn turn) {
        return After.asMessage(exchanges.after[turn.next()]);
    }

    @Benchmark
    @Group("twoClasses")
    public Object extensionClasses(Exchanges exchanges, Turn turn) {
        return After.asExtension(exchanges.after[turn.next()]);
    }
}
