package io.mehari.report;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The body of a main method. A user mistake ends the program with code 2 and a sentence, without a stack trace. */
public interface Program {
    /** Runs the program. */
    void run() throws Exception;

    /** Runs a program that reads and writes files. */
    static void main(Program program) throws Exception {
        try {
            program.run();
        } catch (NoSuchFileException missing) {
            fail("there is no file " + missing.getFile());
        } catch (IllegalArgumentException | IOException mistake) {
            fail(String.valueOf(mistake.getMessage()));
        }
    }

    /** Runs a program. The given help command lists its options. */
    static void main(String help, Program program) throws Exception {
        try {
            program.run();
        } catch (BadOption mistake) {
            fail(mistake.getMessage() + "\n" + help + " lists the options.");
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }
}
