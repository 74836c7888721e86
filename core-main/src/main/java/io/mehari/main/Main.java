package io.mehari.main;

import io.mehari.RoutesBuilder;
import io.mehari.RoutingContext;
import io.mehari.ShutdownHook;
import io.mehari.builder.Routes;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.management.DescriptionFormat;
import io.mehari.spi.internal.Log;
import io.mehari.spi.internal.Problem;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Runs routes as a service, until the process gets a signal to end:
 *
 * <pre>{@code
 * public static void main(String[] args) {
 *     System.exit(new Main("shop").addRoutes(new Orders()).run(args));
 * }
 * }</pre>
 *
 * <p>{@code {{name}}} in a URI is a property. It is looked up in the arguments ({@code --name=value}), in the
 * environment ({@code name}, or {@code NAME} with underscores for dots and hyphens), in the system properties and in a
 * file: {@code --config=FILE}, or {@code application.properties} in the working folder. The properties {@code mehari.*}
 * configure the context. With {@code --routes}, it prints the routes and does not start them; {@code --routes=mermaid}
 * and {@code --routes=json} are for programs.
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
    private final List<Runnable> routes = new ArrayList<>();
    private final PrintStream output;
    private final PrintStream errors;

    /** Creates a service with a context of this name. */
    public Main(String name) {
        this(name, System.out, System.err);
    }

    Main(String name, PrintStream output, PrintStream errors) {
        Objects.requireNonNull(name, "Main(name): name is null; give a name for the context");
        this.context = new DefaultRoutingContext(name);
        context.getRoutingContextExtension().setLifecycleLog(true);
        this.output = output;
        this.errors = errors;
    }

    /** The context, to change its settings before {@link #run}. */
    public RoutingContext context() {
        return context;
    }

    /** As {@link RoutingContext#addRoutes(Routes)}, when {@link #run} has read the properties. */
    public Main addRoutes(Routes routes) {
        Objects.requireNonNull(routes, "addRoutes(routes): routes is null; give a lambda that adds routes");
        this.routes.add(() -> context.addRoutes(routes));
        return this;
    }

    /** As {@link RoutingContext#addRoutes(RoutesBuilder)}, when {@link #run} has read the properties. */
    public Main addRoutes(RoutesBuilder builder) {
        Objects.requireNonNull(builder, "addRoutes(builder): builder is null; give a RouteBuilder");
        routes.add(() -> context.addRoutes(builder));
        return this;
    }

    /**
     * Starts the context, and returns when it has stopped. A signal to end the process stops the context first. With
     * the argument {@code --help} it prints which arguments there are, and starts nothing.
     *
     * @return what the process should exit with: {@link #STOPPED}, {@link #FAILED} or {@link #MISUSED}. A process that
     *     was ended by a signal exits with 128 and the number of the signal, whatever is returned
     */
    @SuppressWarnings("CatchingUnchecked") // the code of routes may throw anything
    public int run(String... args) {
        if (Arrays.asList(args).contains("--help") || Arrays.asList(args).contains("-h")) {
            output.println(context.getName() + ": " + MainProperties.help());
            return STOPPED;
        }
        DescriptionFormat printed;
        MainProperties properties;
        try {
            properties = MainProperties.of(args);
            properties.applyTo(context);
            printed = properties.routes();
        } catch (IllegalArgumentException | IOException e) {
            errors.println(context.getName() + ": " + e.getMessage() + " [MH-44]");
            return MISUSED;
        }
        try {
            routes.forEach(Runnable::run);
            if (printed != null) {
                output.println(printed.print(context.describe()));
                return STOPPED;
            }
            properties.warnOfMistyped(context);
            context.run();
            return STOPPED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        } catch (Throwable e) { // an Error, too: the process must end with an exit code
            context.stop();
            errors.println(context.getName() + " could not start: " + Problem.Text.of(e, Log.describe(e)));
            return FAILED;
        }
    }
}
