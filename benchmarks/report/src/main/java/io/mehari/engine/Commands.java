package io.mehari.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** The other end of {@link Child#ask}: a JVM that executes a command for each line of its input. */
public final class Commands {
    /** The kind of the answer to a command that has failed. */
    static final String FAILED = "failed";

    private Commands() {}

    /** Executes one command. */
    public interface Program {
        /** The command and its arguments, which were separated by spaces. */
        Fields run(String... words) throws Exception;
    }

    /** Executes commands until the input ends, which it does when the asking JVM ends. */
    public static void serve(Program program) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            answer(program, line).print();
        }
    }

    private static Fields answer(Program program, String line) {
        try {
            return program.run(line.split(" ", -1));
        } catch (Exception | Error failure) {
            failure.printStackTrace();
            return new Fields(FAILED).text("message", line + ": " + failure);
        }
    }
}
