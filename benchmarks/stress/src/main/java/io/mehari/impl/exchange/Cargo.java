package io.mehari.impl.exchange;

import io.mehari.ExchangePattern;
import io.mehari.impl.DefaultRoutingContext;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What the exchanges of the stress tests carry, and whether they still do. */
public final class Cargo {

    /** So few headers and properties that both are flat. */
    static final int SMALL = 3;
    /** So many that both are behind an index. */
    static final int BIG = 12;

    static final Origin NOWHERE = new Origin(new DefaultRoutingContext("stress"), null, null);

    private static final String[] NAMES = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"};
    private static final String OLD = "old";
    private static final String NEW = "new";

    private Cargo() {}

    /** An exchange without a context. */
    static final class Crate extends AbstractExchange {
        Crate(@Nullable PoolSlot slot) {
            super(NOWHERE, 1, ExchangePattern.InOnly, slot);
        }

        @Override
        protected AbstractExchange another(Origin origin, long created) {
            return new Crate(null);
        }
    }

    /** Refused releases are what some tests are about; a million lines of log are not. */
    static Logger quiet() {
        Logger logger = Logger.getLogger(ExchangePool.class.getName());
        logger.setLevel(Level.OFF);
        return logger;
    }

    public static AbstractExchange exchange() {
        return new Crate(null);
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

    /** Changes one header, removes one, adds one; the same with properties. */
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
