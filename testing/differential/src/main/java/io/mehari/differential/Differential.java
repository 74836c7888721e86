package io.mehari.differential;

import io.mehari.proofs.Program;
import io.mehari.proofs.RandomOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the same routes on Camel and on Mehari, and compares the results: {@code ./prove differential}. */
@Command(
        name = "./prove differential",
        description =
                "Runs the same random routes on Camel 4.22.0 and on Mehari, and prints the differences as small cases."
                        + " Intended differences are listed in KnownDifference, and in the table of the porting page. Their"
                        + " counts are printed. Any other difference makes the run fail; so does one of where messages"
                        + " arrive, if no side has an exception that the other does not have, and Mehari does not log it.")
public final class Differential extends Program {
    @Mixin
    RandomOptions random = new RandomOptions();

    @Option(
            names = "--routes",
            paramLabel = "N",
            description = "how many cases, each of one to four routes (3,000; 100 with --quick)")
    @Nullable
    Long routes;

    @Option(
            names = "--even",
            description = "draws each kind of step as often as any other, and not as often as applications use it")
    boolean even;

    @Option(
            names = "--show",
            paramLabel = "TEXT",
            description = "also prints the cases of a listed difference, by a part of its name")
    @Nullable
    String show;

    public static void main(String[] arguments) {
        main(new Differential(), arguments);
    }

    @Override
    protected boolean holds() throws Exception {
        Pair pair = new Pair(Path.of(System.getProperty("mehari.root", ".")));
        Session session = new Session(pair, random, routes != null ? routes : quick ? 100 : 3_000, even, show);
        session.checkExamples();
        boolean holds = session.run();
        session.printCounts();
        return holds;
    }
}
