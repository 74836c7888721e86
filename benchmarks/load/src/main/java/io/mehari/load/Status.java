package io.mehari.load;

import io.mehari.scenarios.Fields;
import java.io.PrintStream;
import java.util.Locale;

/** How far it is and how long it takes yet: one line, written again and again; elsewhere than on a terminal, now and then. */
final class Status {
    private static final double SELDOM_SECONDS = 10;
    private static final int NARROWEST = 20;

    private final PrintStream out;
    private final int width;
    private String what = "";
    private double perRun;
    private double planned;
    private int runsAfter;
    private double previousMessages;
    private double previousSeconds;
    private double nextSeldom;
    private boolean open;

    /** On a terminal of that width; 0 where there is none. */
    Status(PrintStream out, int width) {
        this.out = out;
        this.width = width == 0 ? 0 : Math.max(NARROWEST, width);
    }

    /** The run of that number begins, of so many. */
    void begin(int run, int runs, Outcome outcome, Plan plan) {
        what = "[" + (run + 1) + "/" + runs + "] " + outcome.contender.id() + ", " + plan.group();
        runsAfter = runs - run - 1;
        planned = plan.seconds();
        perRun = planned + plan.warmUp();
        previousMessages = 0;
        previousSeconds = 0;
        nextSeldom = SELDOM_SECONDS;
        show(what + " ...", true);
    }

    void progress(Fields line) {
        double now = line.number("nanos") / 1e9;
        double messages = line.number("messages");
        double left = Math.max(0, planned - now) + runsAfter * perRun;
        String text = String.format(
                Locale.ROOT,
                "%s: %,.0f/s, p50 %s, p99 %s, heap %.0f MB, %s left",
                what,
                (messages - previousMessages) / Math.max(1e-9, now - previousSeconds),
                Tables.micros(line.number("median")),
                Tables.micros(line.number("hundredth")),
                line.number("heap") / 1e6,
                time(left));
        previousMessages = messages;
        previousSeconds = now;
        show(text, now >= nextSeldom);
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

    private void show(String text, boolean important) {
        if (width > 0) {
            String cut = text.length() < width ? text : text.substring(0, width - 1);
            out.print('\r' + cut + " ".repeat(width - 1 - cut.length()));
            out.flush();
            open = true;
        } else if (important) {
            out.println(text);
        }
    }

    /** Empties the line, so that something else can be printed. */
    void end() {
        if (open) {
            out.print('\r' + " ".repeat(width - 1) + '\r');
            out.flush();
            open = false;
        }
    }
}
