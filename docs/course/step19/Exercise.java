package step19;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/** Exercise: each of these lines looks harmless, and four of them make objects for each send. */
public class Exercise {

    /** Hears of the messages that are sent to some endpoints. */
    public interface Strategy {
        boolean wants(String endpoint);

        void sent(String endpoint, Object body);
    }

    protected final List<Strategy> strategies = new ArrayList<>();
    protected boolean debug;

    public Exercise() {}

    public void add(Strategy strategy) {
        strategies.add(strategy);
    }

    /** Whether the texts of {@code log} are wanted. */
    public void setDebug(boolean debug) {
        this.debug = debug;
    }

    /** The texts that were logged. */
    public final List<String> logged = new ArrayList<>();

    protected void log(String text) {
        if (debug) {
            logged.add(text);
        }
    }

    /** Tells the strategies that want it, in their order; returns how many these are. */
    public int send(String endpoint, Object body) {
        log("sending to " + endpoint + ": " + body);
        requireAll(endpoint, body);
        BooleanSupplier any = () -> strategies.stream().anyMatch(each -> each.wants(endpoint));
        if (!any.getAsBoolean()) {
            return 0;
        }
        List<Strategy> wanted =
                strategies.stream().filter(each -> each.wants(endpoint)).toList();
        wanted.forEach(each -> each.sent(endpoint, body));
        return wanted.size();
    }

    private static void requireAll(Object... values) {
        for (Object value : values) {
            Objects.requireNonNull(value);
        }
    }
}
