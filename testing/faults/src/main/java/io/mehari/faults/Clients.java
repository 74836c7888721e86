package io.mehari.faults;

import io.mehari.proofs.Program;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program of {@code ./prove clients}: runs the tests of the laws of connectors with one client after the other. */
@Command(
        name = "./prove clients",
        description = "The laws of connectors for jms: with four clients and their default settings, each broker in a"
                + " process of its own. Without --quick a route is frozen (SIGSTOP) for longer than all time limits.")
public final class Clients extends Program {
    private static final long FROZEN_MILLIS = 75_000;

    @Option(names = "--only", split = ",", paramLabel = "CLIENT", description = "artemis, qpid, classic, pooled (all)")
    private List<String> only = List.of("artemis", "qpid", "classic", "pooled");

    private Clients() {}

    /** See {@code ./prove clients --help}. */
    public static void main(String[] args) {
        Program.main(new Clients(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        boolean all = true;
        for (String each : only) {
            boolean holds = tests(each);
            System.out.println(each + (holds ? ": the laws hold" : ": a law does not hold"));
            all &= holds;
        }
        return all;
    }

    private boolean tests(String client) throws IOException, InterruptedException {
        return TestRun.passes(
                "components-jms",
                "ClientConsumerLawsTest,ClientProducerLawsTest",
                "mehari.jms.client=" + client.toUpperCase(Locale.ROOT),
                "mehari.jms.frozen=" + (quick ? 0 : FROZEN_MILLIS));
    }
}
