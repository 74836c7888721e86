package io.mehari.scenarios.demo;

import io.mehari.scenarios.Fields;
import java.io.PrintStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How far it is, in one line that is written again and again; elsewhere than on a terminal, in a line now and then. */
public final class LiveLine {
    private static final double SELDOM_SECONDS = 5;
    private static final int NARROWEST = 20;

    private final PrintStream out;
    private final boolean terminal;
    private final int width;
    private @Nullable Fields previous;
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
        nextSeldom = SELDOM_SECONDS;
        show(what + " ...");
        if (!terminal) {
            out.println(what + " ...");
        }
    }

    /** So far it went; what is shown is the time since the last such line. */
    public void progress(String what, Fields line, double seconds) {
        double now = line.number("nanos") / 1e9;
        Fields since = previous != null && previous.kind().equals(line.kind()) ? previous : null;
        previous = line;
        String text = what + " " + text(line, since, now, seconds);
        show(text);
        if (!terminal && now >= nextSeldom && line.kind().equals("progress")) {
            nextSeldom += SELDOM_SECONDS;
            out.println(text);
        }
    }

    private static String text(Fields line, @Nullable Fields since, double now, double seconds) {
        double messages = line.number("messages") - (since == null ? 0 : since.number("messages"));
        double nanos = line.number("nanos") - (since == null ? 0 : since.number("nanos"));
        String costs = "";
        if (messages > 0) {
            double bytes = line.number("allocated") - (since == null ? 0 : since.number("allocated"));
            double cpu = line.number("cpu") - (since == null ? 0 : since.number("cpu"));
            costs = String.format(Locale.ROOT, "%,.0f B and %,.0f ns CPU each, ", bytes / messages, cpu / messages);
        }
        return String.format(
                Locale.ROOT,
                "%s %,.0f messages/s, %sheap %.0f MB",
                line.kind().equals("warming")
                        ? "warming up:"
                        : String.format(Locale.ROOT, "%.1f/%.0f s:", now, seconds),
                messages / (nanos / 1e9),
                costs,
                line.number("heap") / 1e6);
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
