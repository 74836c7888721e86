package io.mehari.simulation;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.proofs.Batch;
import io.mehari.proofs.RandomOptions;
import io.mehari.proofs.Shrinker;
import io.mehari.spi.ThreadPools;
import java.util.List;

/** Runs many schedules, and reports those that break a law. */
final class Session extends Batch {
    private static final int BATCH = 20;
    private static final boolean VIRTUAL =
            Boolean.getBoolean(Simulate.VIRTUAL_THREADS) && Runtime.version().feature() >= 24;
    private static final ThreadPools REAL =
            new DefaultRoutingContext("session").getRoutingContextExtension().getThreadPools();

    Session(RandomOptions options, long schedules) {
        super(options, schedules, BATCH);
    }

    /**
     * Creates a virtual thread if the threads of the simulations are virtual. Then a switch between them does not need
     * the operating system.
     */
    @Override
    protected Thread newThread(String name, Runnable task) {
        return VIRTUAL ? REAL.newVirtualThread(name, task) : super.newThread(name, task);
    }

    @Override
    protected void run(List<Long> numbers) throws Exception {
        for (long number : numbers) {
            Plan plan = Generator.plan(options.seed, number);
            List<Complaint> complaints = goesOn() ? Schedule.run(plan) : List.of();
            if (!complaints.isEmpty()) {
                Judge judge = complaints.get(0).judge();
                report(
                        "Schedule " + number + " of seed " + options.seed + ": " + judge + " (" + judge.meaning() + ")",
                        () -> text(plan, complaints, judge));
            }
        }
    }

    private String text(Plan plan, List<Complaint> complaints, Judge judge) throws Exception {
        StringBuilder text = new StringBuilder();
        complaints.stream()
                .limit(5)
                .forEach(each -> text.append("  ").append(each).append('\n'));
        Plan smallest = plan;
        if (!options.whole) {
            smallest = shrinker(judge).shrink(plan);
            text.append("Made small; paste it into PlanTest, or run it with --plan FILE:\n");
        }
        text.append('\n').append(smallest.toString().indent(4));
        if (!options.whole) {
            Schedule.run(smallest).stream()
                    .limit(3)
                    .forEach(each -> text.append("  ").append(each).append('\n'));
        }
        return text.toString();
    }

    /** Whether the same judge complains, possibly in addition to others. */
    private static Shrinker<Plan, Plan> shrinker(Judge judge) {
        return Smaller.shrinker(plan -> Schedule.run(plan).stream().anyMatch(each -> each.judge() == judge));
    }
}
