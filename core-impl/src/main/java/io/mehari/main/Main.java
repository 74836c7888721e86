package io.mehari.main;

import io.mehari.RoutingContext;
import io.mehari.ShutdownHook;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.Log;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Runs routes as a service, until the process gets a signal to end:
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     System.exit(new Main("shop").routes(new Orders()).run(args));
 * }
 * }</pre>
 *
 * <p>{@code {{name}}} in a URI is a property. It is looked up in the arguments ({@code --name=value}), in the
 * environment ({@code name}, or {@code NAME} with underscores for dots and hyphens), in the system properties and in a
 * file: {@code --config=FILE}, or {@code application.properties} in the working folder. The properties {@code mehari.*}
 * configure the context.
 */
public final class Main {
    /** The context has stopped normally. */
    public static final int STOPPED = 0;

    /** The context could not start, or the main thread was interrupted. */
    public static final int FAILED = 1;

    /** The arguments or the file are wrong. */
    public static final int MISUSED = 2;

    static {
        ShutdownHook.keepLog(); // before the first line is logged
    }

    private final RoutingContext context;
    private final List<RouteBuilder> builders = new ArrayList<>();
    private final List<Routes> all = new ArrayList<>();
    private final PrintStream errors;

    /** Creates a service with a context of this name. */
    public Main(String name) {
        this(name, System.err);
    }

    Main(String name, PrintStream errors) {
        Objects.requireNonNull(name, "Main(name): name is null; give a name for the context");
        this.context = new DefaultRoutingContext(name);
        this.errors = errors;
    }

    /** The context, to change its settings before {@link #run}. */
    public RoutingContext context() {
        return context;
    }

    /** Adds routes. {@link #run} describes them after it has read the properties. */
    public Main routes(Routes routes) {
        Objects.requireNonNull(routes, "routes(routes): routes is null; give a lambda that adds routes");
        all.add(routes);
        return this;
    }

    /** Adds the routes of a builder. {@link #run} describes them after it has read the properties. */
    public Main routes(RouteBuilder builder) {
        Objects.requireNonNull(builder, "routes(builder): builder is null; give a RouteBuilder");
        builders.add(builder);
        return this;
    }

    /**
     * Starts the context, and returns when it has stopped. A signal to end the process stops the context first.
     *
     * @return what the process should exit with: {@link #STOPPED}, {@link #FAILED} or {@link #MISUSED}. A process that
     *     was ended by a signal exits with 128 and the number of the signal, whatever is returned
     */
    @SuppressWarnings("CatchingUnchecked") // the code of routes may throw anything
    public int run(String... args) {
        try {
            MainProperties properties = MainProperties.of(args);
            properties.applyTo(context);
        } catch (IllegalArgumentException | IOException e) {
            errors.println(context.getName() + ": " + e.getMessage());
            return MISUSED;
        }
        try {
            for (RouteBuilder each : builders) {
                context.addRoutes(each);
            }
            for (Routes each : all) {
                context.addRoutes(each);
            }
            context.run();
            return STOPPED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } catch (Throwable e) { // an Error, too: the process must end with an exit code
            context.stop();
            errors.println(context.getName() + " could not start: " + Log.describe(e));
            return FAILED;
        }
    }
}
