package io.mehari.impl.exchange;

import io.mehari.ExchangePattern;
import io.mehari.impl.DefaultRoutingContext;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The contents of the exchanges in the stress tests, and checks that they are unchanged. */
public final class Cargo {

    /** A number of headers and properties that is small enough for flat storage. */
    static final int SMALL = 3;
    /** A number of headers and properties that is large enough for an index. */
    static final int BIG = 12;

    static final Origin NOWHERE = new Origin(new DefaultRoutingContext("stress"), null, null);

    private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"};
    private static final String OLD = "old";
    private static final String NEW = "new";

    private Cargo() {}

    static AbstractExchange crate(@Nullable PoolSlot slot) {
        return new DefaultExchange(NOWHERE, 1, ExchangePattern.InOnly, slot);
    }

    /** Some tests cause refused releases, so this logger suppresses a million log lines. */
    static Logger quiet() {
        Logger logger = Logger.getLogger(ExchangePool.class.getName());
        logger.setLevel(Level.OFF);
        return logger;
    }

    public static AbstractExchange exchange() {
        return crate(null);
    }

    static AbstractExchange exchange(int pairs) {
        return load(exchange(), pairs);
    }

    static AbstractExchange load(AbstractExchange exchange, int pairs) {
        exchange.setBody(OLD);
        for (int i = 0; i < pairs; i++) {
            exchange.setHeader(NAMES[i], OLD);
            exchange.setProperty(NAMES[i], OLD);
        }
        return exchange;
    }

    /** Changes, removes and adds one header each, and does the same with properties. */
    static void write(AbstractExchange exchange, int pairs) {
        exchange.setHeader(NAMES[0], NEW);
        exchange.removeHeader(NAMES[1]);
        exchange.setHeader(NAMES[pairs], NEW);
        exchange.setProperty(NAMES[0], NEW);
        exchange.removeProperty(NAMES[1]);
        exchange.setProperty(NAMES[pairs], NEW);
    }

    static boolean isUntouched(AbstractExchange exchange, int pairs) {
        boolean untouched = !has(exchange, pairs, NEW) && !has(exchange, pairs, OLD);
        for (int i = 0; i < pairs; i++) {
            untouched &= has(exchange, i, OLD);
        }
        return untouched;
    }

    static boolean isWritten(AbstractExchange exchange, int pairs) {
        boolean written = has(exchange, 0, NEW) && has(exchange, 1, null) && has(exchange, pairs, NEW);
        for (int i = 2; i < pairs; i++) {
            written &= has(exchange, i, OLD);
        }
        return written;
    }

    private static boolean has(AbstractExchange exchange, int name, @Nullable String value) {
        return exchange.getHeader(NAMES[name]) == value && exchange.getProperty(NAMES[name]) == value;
    }

    static boolean isEmpty(AbstractExchange exchange) {
        return exchange.getBody() == null && !exchange.hasHeaders() && !exchange.hasProperties();
    }
}
