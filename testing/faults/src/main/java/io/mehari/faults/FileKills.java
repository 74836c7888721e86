package io.mehari.faults;

import io.mehari.proofs.Program;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program of {@code ./prove file-kills}: the test that kills a route between two folders, more often. */
@Command(
        name = "./prove file-kills",
        description = "Kills (kill -9) a process that moves files through Camel's file component and a queue, starts it"
                + " again, and compares the files; on both tested versions of Camel. --quick: two kills.")
public final class FileKills extends Program {
    @Option(names = "--kills", paramLabel = "N", description = "how often (50)")
    private @Nullable Integer kills;

    private FileKills() {}

    /** See {@code ./prove file-kills --help}. */
    public static void main(String[] args) {
        Program.main(new FileKills(), args);
    }

    @Override
    protected boolean holds() throws Exception {
        int times = kills != null ? kills : quick ? 2 : 50;
        boolean whole = TestRun.passes("components-camel", "FileKillTest", "mehari.kills=" + times);
        System.out.println(times + (whole ? " kills: each file arrived" : " kills: a file is missing, or see above"));
        return whole;
    }
}
