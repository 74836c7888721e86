package io.mehari.simulation;

import io.mehari.proofs.Program;
import io.mehari.proofs.RandomOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs random contexts in simulated time and judges them: {@code ./prove simulate}. */
@Command(
        name = "./prove simulate",
        description =
                "Random contexts in simulated time, judged by the laws: nothing is lost or doubled, completions run"
                        + " once, counts and pools come back to zero, stops end in time, no shared thread waits. A failed plan is"
                        + " shrunk.")
public final class Simulate extends Program {
    static final String VIRTUAL_THREADS = "mehari.simulation.virtualThreads";

    @Mixin
    RandomOptions random = new RandomOptions();

    @Option(names = "--schedules", paramLabel = "N", description = "how many contexts (100,000; 1,000 with --quick)")
    @Nullable
    Long schedules;

    @Option(names = "--plan", paramLabel = "FILE", description = "the one plan in that file, as a failure prints it")
    @Nullable
    Path plan;

    @Option(
            names = "--planted",
            arity = "0..1",
            fallbackValue = "",
            split = ",",
            paramLabel = "NAME",
            description = "plants faults in a copy of the sources, one at a time, and counts the schedules until each"
                    + " is found, at most --schedules (20,000); with names, only those")
    @Nullable
    List<String> planted;

    public static void main(String[] arguments) {
        System.getProperties().putIfAbsent(VIRTUAL_THREADS, "true");
        main(new Simulate(), arguments);
    }

    @Override
    protected boolean holds() throws Exception {
        if (planted != null) {
            return new Planting(schedules == null ? 20_000 : schedules, random.seed)
                    .run(planted.stream().filter(each -> !each.isEmpty()).toList());
        }
        if (plan != null) {
            return only(Plan.parse(Files.readString(plan)));
        }
        if (random.only >= 0) {
            return only(Generator.plan(random.seed, random.only));
        }
        return new Session(random, schedules != null ? schedules : quick ? 1_000 : 100_000).run();
    }

    private static boolean only(Plan plan) {
        System.out.println(plan);
        List<Complaint> complaints = Schedule.run(plan);
        complaints.forEach(System.out::println);
        System.out.println(complaints.isEmpty() ? "All laws held." : complaints.size() + " complaints");
        return complaints.isEmpty();
    }
}
