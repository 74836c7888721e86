package io.mehari.scenarios.demo;

import io.mehari.scenarios.Fields;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** How far it is, in one line that is written again and again; elsewhere than on a terminal, in a line now and then. */
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

    /** On a terminal of that width, or elsewhere. */
    public LiveLine(PrintStream out, boolean terminal, int width) {
        this.out = out;
        this.terminal = terminal;
        this.width = Math.max(NARROWEST, width);
    }

    /** Something else begins. */
    public void begin(String what) {
        previous = null;
        objects = null;
        nextSeldom = SELDOM_SECONDS;
        show(what + " ...");
        if (!terminal) {
            out.println(what + " ...");
        }
    }

    /** What a message of that which has begun is made of, if it was counted before: shown with all its progress. */
    void objects(@Nullable MostObjects counted) {
        objects = counted;
    }

    /** So far it went; what is shown is the time since the last such line. */
    public void progress(String what, Fields line, double seconds) {
        double now = line.number("nanos") / 1e9;
        Fields since = previous != null && previous.kind().equals(line.kind()) ? previous : null;
        previous = line;
        ProgressText text = new ProgressText(what, line, since, seconds, objects);
        show(text.within(width - 1));
        if (!terminal && now >= nextSeldom && line.kind().equals("progress")) {
            nextSeldom += SELDOM_SECONDS;
            out.println(text.within(Integer.MAX_VALUE));
        }
    }

    private void show(String text) {
        if (terminal) {
            String cut = text.length() < width ? text : text.substring(0, width - 1);
            out.print('\r' + cut + " ".repeat(width - 1 - cut.length()));
            out.flush();
            open = true;
        }
    }

    /** Empties the line, so that something else can be printed. */
    public void end() {
        if (open) {
            out.print('\r' + " ".repeat(width - 1) + '\r');
            out.flush();
            open = false;
        }
    }
}
