package io.mehari.report;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** What a main does. A mistake of its user ends it with code 2 and a sentence, without a stack trace. */
public interface Program {
    /** All of it. */
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

    /** Runs a program whose options that command lists. */
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
