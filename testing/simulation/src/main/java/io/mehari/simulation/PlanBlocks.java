package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.builder.AggregateDefinition;
import io.mehari.builder.FilterDefinition;
import io.mehari.builder.LoopDefinition;
import io.mehari.builder.MulticastDefinition;
import io.mehari.builder.PipelineDefinition;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.SplitDefinition;
import io.mehari.builder.TryDefinition;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds the steps of a plan that contain other steps. Each part, round and group is a message of its own. */
final class PlanBlocks {
    static final String GROUP = "G";
    /** Steps in a doFinally run for every failed message. */
    static final String FINALLY = " finally";

    private static final String MEMBERS = "members";

    private final Ledger ledger;
    private final PlanSteps steps;

    PlanBlocks(Ledger ledger, PlanSteps steps) {
        this.ledger = ledger;
        this.steps = steps;
    }

    ProcessorDefinition<?> block(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        ProcessorDefinition<?> begun = steps.begun(at, place);
        ProcessorDefinition<?> after = switch (line.kind()) {
            case "filter" -> filter(begun, line, place, retries);
            case "loop" -> loop(begun, line, place, retries);
            case "split" -> split(begun, line, place, retries);
            case "multicast" -> multicast(begun, line, place, retries);
            case "try" -> tried(begun, line, place, retries);
            case "aggregate" -> {
                aggregate(begun, line, place, retries);
                yield at;
            }
            default -> throw new IllegalArgumentException("no such step: " + line);
        };
        if (line.is("aggregate")) {
            return after;
        }
        int parts = line.is("loop") || line.is("split") ? line.number(1) : 0;
        return steps.ended(after, place).process(exchange -> {
            String token = String.valueOf(exchange.getMessage().getBody());
            int ran = ledger.counted(inside(place) + " of " + token);
            if (parts > 0 && ran != parts && !ledger.isExplained(token) && !ledger.isShaken(token)) {
                ledger.complain(Judge.LOST, place + " ran " + ran + " times for " + token + ", not " + parts);
            }
        });
    }

    private static String inside(String place) {
        return place + "/";
    }

    /** Builds the steps in a block, for the messages that the block creates. */
    private ProcessorDefinition<?> inner(
            ProcessorDefinition<?> block, List<Line> lines, String place, Retries retries) {
        ProcessorDefinition<?> begun = block.process(exchange -> {
            String token = ledger.look(exchange, inside(place));
            exchange.setProperty(inside(place), token);
            ledger.begin(inside(place), token);
            ledger.count(inside(place) + " of " + exchange.getProperty(place));
        });
        return steps.all(begun, lines, place, retries)
                .process(exchange -> ledger.end(inside(place), steps.restored(exchange, inside(place))));
    }

    private ProcessorDefinition<?> filter(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        FilterDefinition filter = at.filter(exchange -> {
            steps.misbehave(line, place, exchange);
            return Tokens.root(String.valueOf(exchange.getMessage().getBody())).hashCode() % 2 == 0;
        });
        return inner(filter, line.inner(), place, retries).end();
    }

    private ProcessorDefinition<?> loop(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        LoopDefinition loop = at.loop(line.number(1));
        line.when("copy", loop::copy);
        ProcessorDefinition<?> named = loop.process(exchange -> {
            String token = steps.restored(exchange, place);
            int round = Objects.requireNonNull(exchange.getProperty(Exchange.LOOP_INDEX, Integer.class));
            exchange.getMessage().setBody(Tokens.derive(token, Tokens.ROUND, round));
        });
        return inner(named, line.inner(), place, retries).end();
    }

    private static boolean sends(Line line) {
        return line.inner().stream().anyMatch(each -> Plan.isSend(each) || sends(each));
    }

    private static char parts(Line line, Retries retries) {
        boolean own = line.is("split")
                && !line.has("stop")
                && !line.has("share")
                && !line.has("strategy")
                && !sends(line); // the error handler of the part does not handle failures of a called route
        return retries.keepsFailures() && own ? Tokens.OWN_PART : Tokens.PART;
    }

    private ProcessorDefinition<?> split(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        int count = line.number(1);
        char how = parts(line, retries);
        SplitDefinition split = at.split(exchange -> {
            steps.misbehave(line, place, exchange);
            List<String> parts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                parts.add(Tokens.derive(String.valueOf(exchange.getMessage().getBody()), how, i));
            }
            return parts;
        });
        line.when("parallel", split::parallelProcessing);
        line.when("executor", () -> split.executorService(new UsersPool(line)));
        line.when("streaming", split::streaming);
        line.when("stop", split::stopOnException);
        line.when("share", split::shareUnitOfWork);
        line.when("atonce", () -> split.maxInFlight(line.number("atonce", 1)));
        line.when("strategy", () -> split.aggregationStrategy((old, more) -> merge(old, more, line, place)));
        return inner(split, line.inner(), place, line.has("share") ? retries.inShared() : retries)
                .end();
    }

    private Exchange merge(@Nullable Exchange old, Exchange more, Line line, String place) {
        String part = ledger.look(more, place + " strategy");
        if (more.getException() != null) {
            ledger.trouble(part); // the strategy hides the failure
            // the body may be that of a part of the message
            ledger.trouble(String.valueOf(more.getProperty(inside(place))));
            ledger.trouble(Tokens.sender(part)); // the part may have failed while it was sent to another route
        }
        steps.misbehave(line, place, more);
        return old == null ? more : old;
    }

    private ProcessorDefinition<?> multicast(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        MulticastDefinition multicast = at.multicast();
        line.when("parallel", multicast::parallelProcessing);
        line.when("stop", multicast::stopOnException);
        char how = parts(line, retries);
        for (int i = 0; i < line.inner().size(); i++) {
            int index = i;
            String branch = place + "b" + i;
            PipelineDefinition block = multicast.pipeline();
            ProcessorDefinition<?> named = block.process(exchange -> {
                String token = String.valueOf(exchange.getProperty(place));
                exchange.getMessage().setBody(Tokens.derive(token, how, index));
            });
            inner(named, List.of(line.inner().get(i)), branch, retries).end();
        }
        return multicast.end();
    }

    private ProcessorDefinition<?> tried(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        String last = place + FINALLY;
        boolean catches = !line.has("other") && !line.has("bare");
        String inside = catches ? "" + Tokens.TRY : Tokens.PART + "t"; // a failure that is not caught fails the message
        TryDefinition block = at.doTry().process(exchange -> {
            String token = String.valueOf(exchange.getProperty(place));
            ledger.begin(last, token);
            exchange.getMessage().setBody(token + inside);
        });
        ProcessorDefinition<?> end = steps.all(block, line.inner(), place, retries.inTry());
        if (!(end instanceof TryDefinition open)) {
            throw new IllegalStateException("a block in " + place + " was left open");
        }
        if (catches) {
            open.doCatch(Throwable.class)
                    .process(exchange -> ledger.trouble(String.valueOf(exchange.getProperty(place)) + Tokens.TRY));
        } else if (line.has("other")) {
            open.doCatch(DateTimeException.class).process(exchange -> ledger.look(exchange, place));
        }
        return open.doFinally()
                .process(exchange -> ledger.end(last, String.valueOf(exchange.getProperty(place))))
                .end();
    }

    // ---- groups

    /** The steps after the aggregator are for the groups. The messages that joined a group continue after it. */
    private void aggregate(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        AggregateDefinition group = at.aggregate(
                exchange -> {
                    steps.misbehave(line, place, exchange);
                    return ledger.count(place + " keys") % line.number("keys", 1);
                },
                (old, more) -> join(old, more, line, place));
        group.completionTimeout(line.number("timeout", 100));
        line.when("size", () -> group.completionSize(line.number("size", 2)));
        line.when("onstop", group::forceCompletionOnStop);
        line.when("parallel", group::parallelProcessing);
        line.when("executor", () -> group.executorService(new UsersPool(line)));
        ProcessorDefinition<?> released = group.process(exchange -> released(exchange, place));
        inner(released, line.inner(), place, retries.ofRoute()).end();
    }

    private Exchange join(@Nullable Exchange old, Exchange more, Line line, String place) {
        String token = ledger.look(more, place + " strategy");
        line.when("slow", UserCode::sleep);
        if (old == null) {
            String name = GROUP + place + "#" + ledger.count(place + " groups");
            more.getMessage().setBody(name);
            more.getMessage().setHeader(Ledger.ROOT, name);
            more.getMessage().setHeader(MEMBERS, token);
            return more;
        }
        old.getMessage().setHeader(MEMBERS, old.getMessage().getHeader(MEMBERS) + "," + token);
        return old;
    }

    private void released(Exchange exchange, String place) {
        ledger.look(exchange, place);
        ledger.count("groups of " + place.substring(0, place.indexOf('_')));
        String members = String.valueOf(exchange.getMessage().getHeader(MEMBERS));
        for (String each : members.split(",", -1)) {
            ledger.end(place, each);
        }
    }
}
