package io.mehari.scenarios.fork;

import io.mehari.scenarios.Fields;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows progress in one line, which is overwritten again and again. If the output is not a terminal, it prints a line
 * from time to time.
 */
public final class LiveLine {
    private static final double SELDOM_SECONDS = 5;
    private static final int NARROWEST = 20;

    private final PrintStream out;
    private final boolean terminal;
    private final int width;
    private @Nullable Fields previous;
    private @Nullable MostObjects objects;
    private double nextSeldom;
    private boolean open;

    /** Creates a line for a terminal of that width, or for other output. */
    public LiveLine(PrintStream out, boolean terminal, int width) {
        this.out = out;
        this.terminal = terminal;
        this.width = Math.max(NARROWEST, width);
    }

    /**
     * Writes to standard error. The system property {@code mehari.width} is the width of the terminal, if there is one.
     */
    public static LiveLine ofProgram() {
        int width = Integer.getInteger("mehari.width", 0);
        return new LiveLine(System.err, width > 0, width);
    }

    /** A new step begins. */
    public void begin(String what) {
        previous = null;
        objects = null;
        nextSeldom = SELDOM_SECONDS;
        show(what + " ...", true);
    }

    /**
     * Sets the objects of a message for the current step, if they were counted before. They are part of its progress
     * line.
     */
    public void objects(@Nullable MostObjects counted) {
        objects = counted;
    }

    /** Shows a progress line of a fork, for the time since the last such line. */
    public void progress(String what, Fields line, double seconds) {
        if (!line.kind().equals("progress") && !line.kind().equals("warming")) {
            return;
        }
        double now = line.number("nanos") / 1e9;
        Fields since = previous != null && previous.kind().equals(line.kind()) ? previous : null;
        previous = line;
        ProgressText text = new ProgressText(what, line, since, seconds, objects);
        boolean seldom = now >= nextSeldom && line.kind().equals("progress");
        if (seldom) {
            nextSeldom += SELDOM_SECONDS;
        }
        show(text.within(terminal ? width - 1 : Integer.MAX_VALUE), seldom);
    }

    /** Shows the text in the line. Without a terminal, it prints the text only if it is important. */
    public void show(String text, boolean important) {
        if (terminal) {
            String cut = text.length() < width ? text : text.substring(0, width - 1);
            out.print('\r' + cut + " ".repeat(width - 1 - cut.length()));
            out.flush();
            open = true;
        } else if (important) {
            out.println(text);
        }
    }

    /** Clears the line, so that other text can be printed. */
    public void end() {
        if (open) {
            out.print('\r' + " ".repeat(width - 1) + '\r');
            out.flush();
            open = false;
        }
    }
}
