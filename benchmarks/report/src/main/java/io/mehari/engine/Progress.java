package io.mehari.engine;

import java.io.PrintStream;
import java.util.Locale;

/**
 * Shows which of the runs is measured, and the time left. On a terminal, it is one line that is overwritten again and
 * again; other output gets a line for each run.
 */
public final class Progress {
    private final PrintStream out;
    private final int runs;
    private final int width;
    private final long begin = System.nanoTime();
    private int begun;
    private boolean open;
    private String run = "";

    Progress(PrintStream out, int runs, int width) {
        this.out = out;
        this.runs = runs;
        this.width = width;
    }

    /**
     * Shows the progress on standard error. The system property {@code mehari.width} is the width of the terminal, if
     * there is one.
     */
    public static Progress of(int runs) {
        return new Progress(System.err, runs, Integer.getInteger("mehari.width", 0));
    }

    /** The next run begins. */
    public void begin(String what) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        String left = begun == 0 ? "" : ", " + time(seconds / begun * (runs - begun)) + " left";
        begun++;
        run = "run " + begun + " of " + runs + left + ": " + what;
        if (width == 0) {
            out.println(run);
        } else {
            show("");
        }
    }

    /** Shows how far the run is. Only a terminal shows it. */
    public void show(String detail) {
        if (width > 1) {
            String text = detail.isEmpty() ? run : run + ": " + detail;
            String cut = text.substring(0, Math.min(text.length(), width - 1));
            out.print('\r' + cut + " ".repeat(width - 1 - cut.length()));
            out.flush();
            open = true;
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

    static String time(double seconds) {
        long whole = Math.round(seconds);
        return whole < 100 ? whole + " s" : String.format(Locale.ROOT, "%d min %d s", whole / 60, whole % 60);
    }
}
