package io.mehari.load;

import io.mehari.scenarios.Contender;
import io.mehari.scenarios.Fields;
import io.mehari.scenarios.fork.LiveLine;
import java.util.Locale;

/**
 * Shows the progress and the time left in one line, which is overwritten again and again. If the output is not a
 * terminal, it prints a line from time to time.
 */
final class Status {
    private static final double SELDOM_SECONDS = 10;
    private final LiveLine line;
    private String what = "";
    private double perRun;
    private double planned;
    private int runsAfter;
    private double previousMessages;
    private double previousSeconds;
    private double nextSeldom;

    /** Shows the status in that line. */
    Status(LiveLine line) {
        this.line = line;
    }

    /** A run begins: its number, and the number of all runs. */
    void begin(int run, int runs, Contender contender, Plan plan) {
        what = "[" + (run + 1) + "/" + runs + "] " + contender.id() + ", " + plan.group();
        runsAfter = runs - run - 1;
        planned = plan.seconds();
        perRun = planned + plan.warmUp();
        previousMessages = 0;
        previousSeconds = 0;
        nextSeldom = SELDOM_SECONDS;
        line.show(what + " ...", true);
    }

    void progress(Fields fields) {
        double now = fields.number("nanos") / 1e9;
        double messages = fields.number("messages");
        double left = Math.max(0, planned - now) + runsAfter * perRun;
        String text = String.format(
                Locale.ROOT,
                "%s: %,.0f/s, p50 %s, p99 %s, heap %.0f MB, %s left",
                what,
                (messages - previousMessages) / Math.max(1e-9, now - previousSeconds),
                Tables.micros(fields.number("median")),
                Tables.micros(fields.number("hundredth")),
                fields.number("heap") / 1e6,
                time(left));
        previousMessages = messages;
        previousSeconds = now;
        line.show(text, now >= nextSeldom);
        if (now >= nextSeldom) {
            nextSeldom += SELDOM_SECONDS;
        }
    }

    /** 59 s, 1:05 min, 2:03 h. */
    static String time(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        long minutes = whole / 60;
        return minutes < 60
                ? String.format(Locale.ROOT, "%d:%02d min", minutes, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d h", minutes / 60, minutes % 60);
    }

    /** Clears the line, so that other text can be printed. */
    void end() {
        line.end();
    }
}
