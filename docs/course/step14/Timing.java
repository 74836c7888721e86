package step14;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How long does a round trip to another thread take, by wait strategy and by the number of other threads that use the
 * processors? Run it with {@code ./course 14 --bench}.
 */
@State(Scope.Benchmark)
public class Timing {

    @Param({"SPIN", "YIELD", "PARK"})
    public String wait;

    @Param({"0", "2"})
    public int others;

    private Echo echo;
    private List<Thread> busy;
    private volatile boolean ended;

    @Setup
    public void start() {
        echo = new Echo(Echo.Wait.valueOf(wait));
        busy = new ArrayList<>();
        ended = false;
        for (int i = 0; i < others; i++) {
            Thread thread = new Thread(() -> {
                while (!ended) {
                    Thread.onSpinWait();
                }
            });
            thread.setDaemon(true);
            thread.start();
            busy.add(thread);
        }
    }

    @TearDown
    public void stop() throws InterruptedException {
        echo.close();
        ended = true;
        for (Thread thread : busy) {
            thread.join();
        }
    }

    @Benchmark
    public int ask() {
        return echo.ask();
    }
}
