package io.mehari.proofs;

import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The program of a proof. Its exit code is 0 if nothing has failed, 1 if something has, and 2 for a wrong option. */
public abstract class Program implements Callable<Integer> {
    private static final ITypeConverter<Long> WHOLE = text -> Long.parseLong(text.replace("_", ""));

    @Option(names = "--quick", description = "a short run, which shows only that the proof works")
    public boolean quick;

    @Option(names = "--help", usageHelp = true, description = "prints this text")
    boolean help;

    /** Returns whether nothing has failed. */
    protected abstract boolean holds() throws Exception;

    @Override
    public final Integer call() throws Exception {
        LogManager.getLogManager().reset(); // failures that are caused on purpose are logged
        return holds() ? 0 : 1;
    }

    /** Runs it, and ends the JVM. A number may be written as 100_000. */
    public static void main(Program program, String... arguments) {
        System.exit(new CommandLine(program)
                .registerConverter(Long.class, WHOLE)
                .registerConverter(long.class, WHOLE)
                .execute(arguments));
    }
}
