package io.mehari.simulation;

import io.mehari.Exchange;
import io.mehari.Processor;
import io.mehari.builder.ProcessorDefinition;
import io.mehari.builder.ThreadsDefinition;
import io.mehari.builder.ThrottleDefinition;
import io.mehari.impl.MemoryIdempotentRepository;
import io.mehari.spi.ThreadPoolRejectedPolicy;
import io.mehari.spi.ThreadPools;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Builds the steps of a plan. The processors before and after each step record that a message has reached it and left
 * it.
 */
final class PlanSteps {
    private final Plan plan;
    private final Ledger ledger;
    private final ThreadPools pools;
    private final Failures failures;
    private final PlanBlocks blocks;

    PlanSteps(Plan plan, Ledger ledger, ThreadPools pools, Failures failures) {
        this.plan = plan;
        this.ledger = ledger;
        this.pools = pools;
        this.failures = failures;
        this.blocks = new PlanBlocks(ledger, this);
    }

    ProcessorDefinition<?> all(ProcessorDefinition<?> from, List<Line> lines, String place, Retries retries) {
        ProcessorDefinition<?> at = from;
        for (int i = 0; i < lines.size(); i++) {
            at = one(at, lines.get(i), place + "_" + (i + 1), retries);
        }
        return at;
    }

    private ProcessorDefinition<?> one(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        return switch (line.kind()) {
            case "work" -> at.process(new UserCode(ledger, pools, place, line, retries));
            case "delay" -> delay(at, line, place);
            case "throttle" -> throttle(at, line, place);
            case "threads" -> threads(at, line, place);
            case "pollenrich" ->
                ended(begun(at, place).pollEnrich("seda:empty", line.number(1), (old, more) -> kept(old)), place);
            case "to" -> to(at, line, place);
            case "tap" -> tap(at, line, place);
            case "enrich" -> enrich(at, line, place);
            case "recipients" -> recipients(at, line, place);
            case "idempotent" -> idempotent(at, line, place, retries);
            default -> blocks.block(at, line, place, retries);
        };
    }

    private ProcessorDefinition<?> threads(ProcessorDefinition<?> at, Line line, String place) {
        ThreadsDefinition threads = begun(at, place).threads(line.number(1));
        line.when("few", () -> threads.maxQueueSize(1).rejectedPolicy(ThreadPoolRejectedPolicy.Abort));
        return ended(threads.end(), place);
    }

    private static Exchange kept(@Nullable Exchange exchange) {
        return Objects.requireNonNull(exchange);
    }

    // ---- before and after each step

    /** Before a step: records that the message has reached it. */
    ProcessorDefinition<?> begun(ProcessorDefinition<?> at, String place) {
        return at.process(exchange -> {
            String token = ledger.look(exchange, place);
            exchange.setProperty(place, token);
            ledger.begin(place, token);
        });
    }

    /** After a step: records that the message has left it, with the body that it had before. */
    ProcessorDefinition<?> ended(ProcessorDefinition<?> at, String place) {
        return at.process(exchange -> {
            String token = restored(exchange, place);
            ledger.look(exchange, place + " end");
            ledger.end(place, token);
        });
    }

    String restored(Exchange exchange, String place) {
        String token = String.valueOf(exchange.getProperty(place));
        exchange.getMessage().setBody(token);
        exchange.getMessage().setHeader(Ledger.ROOT, Tokens.root(token));
        return token;
    }

    /** {@code fault WAY NTH}: an expression or a predicate in user code throws. */
    void misbehave(Line line, String place, Exchange exchange) {
        String way = line.after("fault");
        if (way != null && ledger.count(place + " fault") == line.number(way, 1)) {
            Object token = exchange.getProperty(place);
            ledger.shaken(String.valueOf(token == null ? exchange.getMessage().getBody() : token));
            Planned.fail(way, place + " fails");
        }
    }

    // ---- time

    private ProcessorDefinition<?> delay(ProcessorDefinition<?> at, Line line, String place) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(line.number(1));
        long millis = line.number(1);
        ProcessorDefinition<?> after = begun(at, place)
                .delay(exchange -> {
                    misbehave(line, place, exchange);
                    return millis;
                })
                .end();
        return ended(after, place).process(exchange -> judgeDelay(exchange, place, nanos));
    }

    private void judgeDelay(Exchange exchange, String place, long nanos) {
        String token = String.valueOf(exchange.getMessage().getBody());
        Ledger.Visit visit = ledger.visit(place, token);
        boolean exact = failures.areExact() && !ledger.sharedMayWait; // a thread of the shared pool continues
        if (visit != null
                && !ledger.isShaken(token)
                && (exact || !ledger.mayBeEarly)
                && (exact ? visit.endedAt - visit.beganAt != nanos : visit.endedAt - visit.beganAt < nanos)
                && visit.begun == 1) {
            ledger.complain(
                    Judge.TIME,
                    place + " delays " + token + " by " + (visit.endedAt - visit.beganAt) / 1_000_000 + " ms, not "
                            + nanos / 1_000_000);
        }
    }

    private ProcessorDefinition<?> throttle(ProcessorDefinition<?> at, Line line, String place) {
        ThrottleDefinition throttle = begun(at, place).throttle(line.number(1)).timePeriodMillis(line.number(2));
        line.when("reject", () -> throttle.rejectExecution(true));
        return ended(throttle.end().process(exchange -> ledger.passed(place)), place);
    }

    // ---- other routes

    /** Before a message is sent to another route, it gets a new name, by which the receiver knows it. */
    private Processor offering(List<String> names, String place, char how) {
        return exchange -> {
            String token = ledger.look(exchange, place);
            exchange.setProperty(place, token);
            ledger.begin(place, token);
            String sent = Tokens.derive(token, how, place);
            exchange.getMessage().setBody(sent);
            names.forEach(each -> ledger.offered(each, sent));
        };
    }

    private char how(String uri) {
        return plan.isWaitedFor(uri) ? Tokens.CALL : Tokens.SEND;
    }

    /** Whether the route ends with this line and may hand its exchange over. */
    boolean isHandOver(Line line) {
        return line.is("to") && how(PlanRoutes.uri(plan, line.word(1))) == Tokens.SEND;
    }

    void handOver(ProcessorDefinition<?> at, Line line, String place) {
        String uri = PlanRoutes.uri(plan, line.word(1));
        at.process(exchange -> {
                    String sent = Tokens.derive(ledger.look(exchange, place), Tokens.SEND, place);
                    exchange.getMessage().setBody(sent);
                    ledger.offered(line.word(1), sent);
                })
                .to(uri);
    }

    private ProcessorDefinition<?> to(ProcessorDefinition<?> at, Line line, String place) {
        String uri = PlanRoutes.uri(plan, line.word(1));
        ProcessorDefinition<?> after = at.process(offering(List.of(line.word(1)), place, how(uri)))
                .to(uri)
                .process(replied(place));
        return ended(after, place);
    }

    /** Checks that a reply belongs to the message that was sent. */
    private Processor replied(String place) {
        return exchange -> {
            String sent = String.valueOf(exchange.getProperty(place));
            String reply = String.valueOf(exchange.getMessage().getBody());
            if (!reply.startsWith(sent)) {
                ledger.complain(Judge.REPLY, place + " sent " + sent + " and got the reply " + reply);
            }
        };
    }

    private ProcessorDefinition<?> tap(ProcessorDefinition<?> at, Line line, String place) {
        String uri = PlanRoutes.uri(plan, line.word(1));
        // If a tap cannot send, the failure is only logged.
        boolean reliable = !Plan.isQueue(uri) || (uri.contains("blockWhenFull=true") && !uri.contains("offerTimeout"));
        List<String> names = reliable && failures.areExact() ? List.of(line.word(1)) : List.of();
        ProcessorDefinition<?> after =
                at.process(offering(names, place, Tokens.SEND)).wireTap(uri).end();
        return ended(after, place);
    }

    private ProcessorDefinition<?> enrich(ProcessorDefinition<?> at, Line line, String place) {
        String uri = PlanRoutes.uri(plan, line.word(1));
        ProcessorDefinition<?> after =
                at.process(offering(List.of(line.word(1)), place, Tokens.CALL)).enrich(uri, (old, more) -> kept(old));
        return ended(after, place);
    }

    private ProcessorDefinition<?> recipients(ProcessorDefinition<?> at, Line line, String place) {
        List<String> names = Plan.targets(line);
        List<String> uris =
                names.stream().map(each -> PlanRoutes.uri(plan, each)).toList();
        var list = at.process(offering(names, place, Tokens.CALL)).recipientList(exchange -> uris);
        line.when("parallel", list::parallelProcessing);
        return ended(list.end(), place);
    }

    private ProcessorDefinition<?> idempotent(ProcessorDefinition<?> at, Line line, String place, Retries retries) {
        ProcessorDefinition<?> block = begun(at, place)
                .idempotentConsumer(
                        exchange -> exchange.getMessage().getBody(),
                        MemoryIdempotentRepository.memoryIdempotentRepository())
                .process(exchange -> ledger.begin(place + "/", ledger.look(exchange, place + "/")));
        block = all(block, line.inner(), place, retries)
                .process(exchange -> ledger.end(place + "/", ledger.look(exchange, place + "/")));
        return ended(block.end(), place);
    }
}
