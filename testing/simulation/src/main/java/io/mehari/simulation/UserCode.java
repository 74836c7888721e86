package io.mehari.simulation;

import io.mehari.AsyncCallback;
import io.mehari.AsyncProcessor;
import io.mehari.Exchange;
import io.mehari.spi.ThreadPools;
import io.mehari.spi.Threading;
import io.mehari.spi.internal.RouteThreads;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A user step that may misbehave: {@code work [WAY NTH TIMES]} misbehaves for the n-th message that reaches it, this
 * number of times.
 */
final class UserCode implements AsyncProcessor {
    private static final List<String> WAYS =
            List.of(" throws error sneaky sets asyncfails later twice again never interrupts slow".split(" ", -1));
    private static final String SPOILED = "spoiled at ";
    private static final long LATER_MILLIS = 7;
    private static final long LATE_MILLIS = 12;

    private final Ledger ledger;
    private final ThreadPools pools;
    private final String place;
    private final String way;
    private final int nth;
    private final int times;
    private final Retries retries;

    UserCode(Ledger ledger, ThreadPools pools, String place, Line line, Retries retries) {
        this.ledger = ledger;
        this.pools = pools;
        this.place = place;
        this.way = line.words().size() > 1 ? line.word(1) : "";
        this.nth = line.words().size() > 2 ? line.number(2) : 0;
        this.times = line.words().size() > 3 ? line.number(3) : 1;
        this.retries = retries;
        if (!WAYS.contains(way)) {
            throw new IllegalArgumentException("no such way to misbehave: " + way);
        }
    }

    @Override
    public void process(Exchange exchange) {
        throw new UnsupportedOperationException("called with a callback only");
    }

    @Override
    public boolean process(Exchange exchange, AsyncCallback callback) {
        String token = ledger.look(exchange, place);
        int attempt = ledger.count(place + " attempt " + token);
        int number = attempt == 1 ? ledger.count(place) : 0;
        if (number == nth && number > 0) {
            ledger.count(place + " chosen " + token);
        }
        boolean chosen = ledger.isCounted(place + " chosen " + token);
        retries.judge(place, token, attempt);
        if (attempt > 1 && exchange.getMessage().getHeader(SPOILED + place) != null) {
            ledger.complain(Judge.MIXED, token + " is tried again at " + place + " as the failed attempt left it");
        }
        if (!chosen || attempt > times) {
            return ended(callback);
        }
        return misbehave(exchange, callback, token, attempt);
    }

    private static boolean ended(AsyncCallback callback) {
        callback.done(true);
        return true;
    }

    private boolean misbehave(Exchange exchange, AsyncCallback callback, String token, int attempt) {
        switch (way) {
            case "throws", "error", "sneaky" -> {
                exchange.getMessage().setHeader(SPOILED + place, attempt);
                retries.failed(place, token, attempt);
                Planned.fail(way, place + " fails for " + token);
            }
            case "sets" -> {
                retries.failed(place, token, attempt);
                exchange.setException(new Planned.Checked(place + " fails for " + token));
            }
            case "later" -> {
                return later(callback, LATER_MILLIS);
            }
            case "asyncfails" -> {
                RouteThreads.resumeAfter(
                        pools,
                        () -> {
                            retries.failed(place, token, attempt);
                            exchange.setException(new Planned.Unchecked(place + " fails for " + token));
                            callback.done(false);
                        },
                        LATER_MILLIS);
                return false;
            }
            case "twice" -> later(callback, LATE_MILLIS);
            case "again" -> {
                later(callback, LATE_MILLIS);
                return later(callback, LATER_MILLIS);
            }
            case "never" -> {
                ledger.trouble(token);
                return false;
            }
            case "interrupts" -> Thread.currentThread().interrupt();
            case "slow" -> sleep();
            default -> {}
        }
        return ended(callback);
    }

    private boolean later(AsyncCallback callback, long millis) {
        RouteThreads.resumeAfter(pools, () -> callback.done(false), millis);
        return false;
    }

    static void sleep() {
        try {
            Threading.sleepNanos(TimeUnit.MILLISECONDS.toNanos(LATE_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
