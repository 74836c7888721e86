package io.mehari.impl.engine;

import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.spi.MessageScope;
import io.mehari.spi.internal.Log;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The code of a route of a context with message scopes: threads enter and resume it within them. */
final class ScopedCode extends RouteCode {
    /*
     * A suspended exchange is resumed frame by frame, so each code resumes within the scopes. But an exchange enters
     * only some codes, the entrances, from outside: others are called by a step, which is within the scopes already.
     *
     * When run() of a scope has done its work, the exchange may be another thread's, or gone. So nothing here touches
     * it then, and the result is in a field that only this thread sees.
     */
    private final Scopes scopes;

    private ScopedCode(Step[] steps, FailureHandlers handlers, int entrySteps, Scopes scopes) {
        super(steps, handlers, entrySteps);
        this.scopes = scopes;
    }

    /** A method, so that a caller that never calls it does not load this class. */
    static RouteCode make(Step[] steps, FailureHandlers handlers, int entrySteps, Scopes scopes) {
        return new ScopedCode(steps, handlers, entrySteps, scopes);
    }

    @Override
    int enterTroubled(AbstractExchange exchange) {
        return scopes.areEntered()
                ? within(0, exchange, () -> super.enterTroubled(exchange))
                : super.enterTroubled(exchange);
    }

    @Override
    public int execute(AbstractExchange exchange, int from) {
        return scopes.areEntered()
                ? within(0, exchange, () -> super.execute(exchange, from))
                : super.execute(exchange, from);
    }

    @Override
    public int resume(AbstractExchange exchange, int at, @Nullable Object state) {
        return within(0, exchange, () -> super.resume(exchange, at, state));
    }

    /** Called within the scopes, which are not entered again. */
    @Override
    int goOn(AbstractExchange exchange, int from) {
        return super.execute(exchange, from);
    }

    /** Runs the code, within this scope and those after it. */
    private int within(int scope, AbstractExchange exchange, IntSupplier code) {
        if (scope == scopes.all().length) {
            return code.getAsInt();
        }
        final class Work implements Runnable {
            private final Thread owner = Thread.currentThread(); // the only one that uses the other fields
            int result;
            boolean begun;

            @Nullable
            Throwable thrown;

            @Override
            public void run() {
                if (Thread.currentThread() != owner) {
                    throw new IllegalStateException("A message scope must run the work on the thread that has called"
                            + " it, " + owner.getName() + ", before it returns");
                }
                if (begun) {
                    throw new IllegalStateException("A message scope has run the same work twice: run it once");
                }
                begun = true;
                try {
                    result = within(scope + 1, exchange, code);
                } catch (Throwable e) { // a scope is the user's; the message must go on
                    thrown = e; // there was no room on the stack for the route
                    throw e;
                }
            }
        }
        Work work = new Work();
        MessageScope user = scopes.all()[scope];
        try {
            user.run(exchange, work);
        } catch (Throwable e) {
            if (work.thrown != null) {
                throw e;
            }
            String what = "the message scope " + user.getClass().getName() + " failed; the message goes on";
            Log.warn(Log.route(scopes.routeId()), "Route " + scopes.routeId() + ": " + what, e);
        }
        if (!work.begun) {
            work.run();
        }
        return work.thrown == null ? work.result : exchange.giveUp(work.thrown); // the scope has swallowed it
    }
}
