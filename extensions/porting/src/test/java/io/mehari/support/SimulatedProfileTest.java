package io.mehari.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mehari.RoutingContext;
import io.mehari.testing.SimulatedTime;
import io.mehari.testing.SimulationExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A profile whose pools are no ThreadPoolExecutor. */
@ExtendWith(SimulationExtension.class)
class SimulatedProfileTest {

    @Test
    void theCallerRunsWhatASimulatedPoolRejects(RoutingContext context, SimulatedTime time) {
        context.start();
        ThreadPoolProfile bounded = new ThreadPoolProfileBuilder("bounded")
                .poolSize(1)
                .maxPoolSize(1)
                .maxQueueSize(0)
                .build();
        ExecutorService pool = new ExecutorServiceManager(context).newThreadPool(this, "bounded", bounded);
        List<String> ran = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> ran.add(Thread.currentThread().getName()));
        }
        time.runDue();
        assertThat(ran).containsExactly(Thread.currentThread().getName(), "bounded-1");
        pool.shutdown();
        assertThatThrownBy(() -> pool.execute(() -> ran.add("late"))).isInstanceOf(RejectedExecutionException.class);
    }
}
