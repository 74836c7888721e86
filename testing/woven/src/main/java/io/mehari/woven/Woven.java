package io.mehari.woven;

import io.mehari.proofs.Program;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lets one point of Mehari's own code throw an Error, then judges by law S4: {@code ./prove woven}. */
@Command(
        name = "./prove woven",
        description =
                "Lets one point of Mehari's own code throw an OutOfMemoryError or a StackOverflowError, once in each"
                        + " case, and checks that everything works afterwards (law S4).")
public final class Woven extends Program {
    @Option(names = "--cases", paramLabel = "N", description = "how many cases (100,000; 1,000 with --quick)")
    long cases;

    @Option(names = "--seed", paramLabel = "N", description = "the same seed selects the same shapes and points (1)")
    long seed = 1;

    @Option(names = "--shapes", paramLabel = "REGEX", description = "only shapes with such names")
    String shapes = ".*";

    @Option(names = "--only", paramLabel = "CASE", description = "one case, as a failure prints it")
    String only = "";

    @Option(
            names = "--full",
            paramLabel = "N",
            description = "up to N more points that need memory throw after the first one, on its thread (0)")
    int full;

    @Option(names = "--real", description = "in real time, with the real thread pools")
    boolean real;

    public static void main(String[] arguments) {
        main(new Woven(), arguments);
    }

    @Override
    protected boolean holds() throws Exception {
        Session session = session(real, full);
        if (only.isEmpty()) {
            return session.run(seed, (int) (cases > 0 ? cases : quick ? 1_000 : 100_000), shapes);
        }
        List<String> complaints = session.run(Session.Aim.parse(only));
        complaints.forEach(System.out::println);
        Error thrown = session.thrown();
        if (thrown != null) {
            thrown.printStackTrace(System.out);
        }
        return complaints.isEmpty();
    }

    /** Weaves Mehari, loads it, and makes the cases. */
    static Session session(boolean real, int full) throws ReflectiveOperationException {
        Weaver weaver = new Weaver(Exempt.read());
        WovenLoader loader = new WovenLoader(weaver);
        loader.initializeAll();
        Thread.currentThread().setContextClassLoader(loader);
        Cases cases = Class.forName("io.mehari.woven.cases.AllCases", true, loader)
                .asSubclass(Cases.class)
                .getDeclaredConstructor()
                .newInstance();
        return new Session(cases, weaver.places(), real, full);
    }
}
