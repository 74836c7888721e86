package io.mehari.report;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** What a main of this package does; a mistake of its user is told in one sentence, without a stack trace. */
interface Program {
    void run() throws IOException;

    static void main(Program program) {
        try {
            program.run();
        } catch (NoSuchFileException missing) {
            fail("there is no file " + missing.getFile());
        } catch (IllegalArgumentException | IOException mistake) {
            fail(String.valueOf(mistake.getMessage()));
        }
    }

    private static void fail(String message) {
        System.err.println(message);
        System.exit(2);
    }
}
