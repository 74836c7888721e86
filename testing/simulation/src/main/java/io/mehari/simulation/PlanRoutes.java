package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.RoutingContext;
import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.builder.OnCompletionDefinition;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.RouteBuilder;
import io.mehari.builder.RouteDefinition;
import io.mehari.spi.Threading;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Builds the routes of a plan. User code around each step records in the ledger what happens. */
final class PlanRoutes {
    private static final List<String> NO_STEPS = List.of("handler", "when", "completion", "completions");

    private final Plan plan;
    private final Ledger ledger;
    private final PlanSteps steps;
    private final Failures failures;

    PlanRoutes(Plan plan, Ledger ledger, PlanSteps steps, Failures failures) {
        this.plan = plan;
        this.ledger = ledger;
        this.steps = steps;
        this.failures = failures;
    }

    /** Whether the line is a setting of the route, not a step. */
    static boolean isSetting(Line line) {
        return NO_STEPS.contains(line.kind());
    }

    void describe(RouteBuilder builder) {
        for (Line each : plan.routes()) {
            route(builder, each);
        }
        builder.from(Retries.DEAD_LETTERS)
                .routeId("dead")
                .errorHandler(RouteBuilder.noErrorHandler())
                .process(this::buried);
        Line clock = plan.first("clock");
        if (clock != null) {
            clock(builder, clock);
        }
    }

    /** Adds the routes that were removed. */
    void addMissing(RoutingContext context) {
        for (Line each : plan.routes()) {
            if (context.getRoute(each.word(1)) == null) {
                context.addRoutes(builder -> route(builder, each));
            }
        }
    }

    private void route(RouteBuilder builder, Line line) {
        String id = line.word(1);
        String uri = line.word(2);
        Retries retries = new Retries(ledger, part(line, "handler"), failures.areExact());
        RouteDefinition route = builder.from(uri).routeId(id);
        ErrorHandlerBuilder handler = retries.handler();
        if (!isNone(part(line, "handler"))) {
            handler.onExceptionOccurred(failures::occurred);
        }
        route.errorHandler(handler);
        when(route, part(line, "when"));
        completion(route, id, uri, part(line, "completion"));
        boolean throwing = part(line, "completions") != null;
        List<Line> inner =
                line.inner().stream().filter(each -> !isSetting(each)).toList();
        ProcessorDefinition<?> at = route.process(exchange -> arrive(exchange, id, uri, throwing));
        if (!inner.isEmpty() && steps.isHandOver(inner.get(inner.size() - 1))) {
            at = steps.all(at, inner.subList(0, inner.size() - 1), id, retries);
            at = at.process(exchange -> end(exchange, id));
            steps.handOver(at, inner.get(inner.size() - 1), id + "_last");
        } else {
            steps.all(at, inner, id, retries).process(exchange -> end(exchange, id));
        }
    }

    private static boolean isNone(@Nullable Line handler) {
        return handler != null && handler.word(1).equals("none");
    }

    private static @Nullable Line part(Line route, String kind) {
        return route.inner().stream().filter(each -> each.is(kind)).findFirst().orElse(null);
    }

    /** {@code when WAY}: a clause of the error handler whose condition throws. */
    private static void when(RouteDefinition route, @Nullable Line line) {
        if (line != null) {
            String way = line.word(1);
            route.onException(Planned.Unchecked.class)
                    .onWhen(exchange -> {
                        Planned.fail(way, "onWhen");
                        return false;
                    })
                    .handled(true)
                    .end();
        }
    }

    /** {@code completion after|parallel}. */
    private void completion(RouteDefinition route, String id, String uri, @Nullable Line line) {
        if (line == null) {
            return;
        }
        OnCompletionDefinition completion = route.onCompletion();
        if (line.word(1).equals("parallel")) {
            completion.parallelProcessing();
        }
        completion
                .process(exchange -> {
                    Object token = exchange.getProperty(arrival(id));
                    if (token != null && Plan.isQueue(uri)) {
                        ledger.completed("onCompletion of " + id + " for " + token, 1);
                    }
                })
                .end();
    }

    static String arrival(String id) {
        return "arrived-at-" + id;
    }

    // ---- the two ends of a route

    private void arrive(Exchange exchange, String id, String uri, boolean throwing) {
        String token = ledger.look(exchange, id);
        exchange.getMessage().setHeader(Ledger.ROOT, Tokens.root(token));
        ledger.arrived(id, token);
        int times = ledger.count("arrival of " + token + " at " + id);
        boolean again = plan.isWaitedFor(uri);
        Object before = exchange.getProperty(arrival(id));
        boolean group = token.startsWith(PlanBlocks.GROUP); // has the properties of its first member
        if (before != null && !group && !Tokens.root(before.toString()).equals(Tokens.root(token))) {
            ledger.complain(Judge.MIXED, token + " comes to " + id + " with a property of " + before);
        }
        if (again && times > 1) {
            token = Tokens.derive(token, Tokens.ROUND, times);
            exchange.getMessage().setBody(token);
        }
        exchange.setProperty(arrival(id), token);
        ledger.begin(id, token);
        exchange.getExchangeExtension()
                .addOnCompletion(new Done(ledger, failures, id + " " + token, token, 1, throwing));
        exchange.getExchangeExtension()
                .addOnCompletion(new Done(ledger, failures, id + " " + token, token, 2, throwing));
    }

    private void end(Exchange exchange, String id) {
        ledger.end(id, ledger.look(exchange, id + " end"));
    }

    private void buried(Exchange exchange) {
        String token = ledger.look(exchange, "dead");
        // The routes that called this one also end, and so do the steps after a doTry in them, but not its doFinally.
        for (int end = token.lastIndexOf(Tokens.CALL); end > 0; end = token.lastIndexOf(Tokens.CALL, end - 1)) {
            String caller = token.substring(0, end);
            ledger.trouble(caller);
            for (int of = caller.indexOf(Tokens.TRY); of > 0; of = caller.indexOf(Tokens.TRY, of + 1)) {
                ledger.trouble(caller.substring(0, of));
            }
        }
    }

    // ---- an unrelated timer, whose times nothing may change

    private void clock(RouteBuilder builder, Line line) {
        int period = line.number(1);
        long began = Threading.nanoTime();
        builder.from("timer:clock?delay=" + period + "&period=" + period + "&repeatCount=" + line.number(2))
                .routeId("clock")
                .process(exchange -> tick(began, period));
    }

    private void tick(long began, int period) {
        long due = TimeUnit.MILLISECONDS.toNanos((long) period * ledger.count("tick"));
        long late = Threading.nanoTime() - began - due;
        if (late != 0 && failures.areExact()) {
            ledger.complain(Judge.TIME, "a tick of the clock is " + late / 1_000_000 + " ms late");
        }
    }

    /** The URI that the plan uses to send to this name. */
    static String uri(Plan plan, String name) {
        return Objects.requireNonNull(plan.uriOf(name), "no route starts from " + name);
    }
}
