package io.mehari.subjects.jmh;

import io.mehari.subjects.Contender;
import io.mehari.subjects.Flow;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Task;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a message cost in a scenario: through a route, a pattern, a queue? Each call checks that all messages have
 * arrived, and the end of the run that each body came as often as it should, whatever the peer. Expected: see the goals
 * on the pages of the results.
 *
 * <p>{@code ./bench compare --scenario router,seda}
 */
@State(Scope.Benchmark)
@Warmup(iterations = 2, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 250, timeUnit = TimeUnit.MILLISECONDS)
@NullUnmarked // fields are set by JMH
public class Messages extends Measured {
    /** So many that the wait for the last messages and for the other senders does not matter. */
    static final int MANY = 100_000;

    /** For requests, which take a thousand times as long. */
    static final int FEW = 1_000;

    /** The system property with the most seconds for the warm-up. */
    static final String MOST_WARM_UP = "mehari.warm-up";

    @Param("mehari")
    public String subject;

    @Param("direct/plain")
    public String scenario;

    /** The seconds that the last warm-up took; negative if no steady state was shown. */
    static double warmUp;

    private Flow flow;

    @Setup
    public void setUp() throws Exception {
        Scenario chosen = Scenario.of(scenario);
        flow = new Flow(Contender.of(subject).maker().get(), chosen, chosen.sink());
        int batch = chosen.task() == Task.REQUEST ? FEW : MANY;
        warmUp = flow.warmUp(batch, Double.parseDouble(System.getProperty(MOST_WARM_UP, "30")));
    }

    /** Per message. */
    @Benchmark
    @OperationsPerInvocation(MANY)
    public void send() {
        flow.batch(MANY);
    }

    /** Per message. */
    @Benchmark
    @OperationsPerInvocation(FEW)
    public void request() {
        flow.batch(FEW);
    }

    @TearDown
    public void tearDown() {
        flow.close();
    }
}
