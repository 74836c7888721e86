package io.mehari.differential.camel;

import io.mehari.differential.Interpreter;
import io.mehari.differential.Journal;
import io.mehari.differential.Outcome;
import io.mehari.differential.Plan;
import io.mehari.differential.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.impl.DefaultCamelContext;

/** Runs cases on Camel. Rewritten with the rules on the page about porting, the same source runs them on Mehari. */
public final class CamelSide implements Side {
    private static final Pattern MOCK = Pattern.compile("mock:/*c(\\d+)x([^?]*).*");
    private static final long PATIENCE_SECONDS = 2;
    private static final int QUIET_LOOKS = 10;
    private static final int MOST_LOOKS = 3_000; // a Camel consumer may need a second before it takes its first message

    private final ExecutorService sender = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sender");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public Class<?> builder() {
        return CaseRoutes.class;
    }

    @Override
    public List<Outcome> run(List<Plan> plans, Interpreter interpreter) throws Exception {
        CamelContext context = new DefaultCamelContext();
        context.addRoutes(new KeepsOriginals());
        context.start();
        ProducerTemplate template = context.createProducerTemplate();
        List<Case> cases = new ArrayList<>();
        List<Endpoint> endpoints;
        AtomicLong stuck = new AtomicLong();
        try {
            for (int i = 0; i < plans.size(); i++) {
                cases.add(new Case(plans.get(i), "c" + i + "x", context, template, stuck));
                cases.get(i).run(interpreter);
            }
            settle(context, stuck);
        } finally {
            endpoints = List.copyOf(context.getEndpoints());
            sender.execute(context::stop); // which waits for messages that do not end
        }
        for (Endpoint each : endpoints) {
            Matcher name = MOCK.matcher(each.getEndpointUri());
            if (each instanceof MockEndpoint mock && name.matches()) {
                cases.get(Integer.parseInt(name.group(1))).take(name.group(2), mock);
            }
        }
        return cases.stream().map(Case::outcome).toList();
    }

    /**
     * Waits until no message is in flight. Checks this a few times, because a message that is about to enter a route is
     * not counted. Does not wait again for messages that do not end.
     */
    private static void settle(CamelContext context, AtomicLong stuck) throws InterruptedException {
        long left = 0;
        for (int quiet = 0, looks = 0; quiet < QUIET_LOOKS && looks < MOST_LOOKS; looks++) {
            left = Inflight.of(context, context.getEndpoints());
            quiet = left <= stuck.get() ? quiet + 1 : 0;
            Thread.sleep(1);
        }
        stuck.set(left);
    }

    /**
     * Camel keeps the original message only if a route of the context has this clause; otherwise useOriginalBody()
     * fails.
     */
    private static final class KeepsOriginals extends RouteBuilder {
        @Override
        public void configure() {
            onException(Exception.class).useOriginalMessage().handled(true);
            from("direct:original").log("${body}");
        }
    }

    /** One case. */
    private final class Case {
        private final Plan plan;
        private final String name;
        private final CamelContext context;
        private final ProducerTemplate template;
        private final AtomicLong stuck;
        private final Journal journal;
        private final List<String> results = new ArrayList<>();
        private final Map<String, List<String>> arrivals = new TreeMap<>();
        private String refused = "";

        Case(Plan plan, String name, CamelContext context, ProducerTemplate template, AtomicLong stuck) {
            this.plan = plan;
            this.name = name;
            this.context = context;
            this.template = template;
            this.stuck = stuck;
            this.journal = plan.journal();
        }

        void run(Interpreter interpreter) throws InterruptedException {
            try {
                context.addRoutes(new CaseRoutes(plan, name, journal, interpreter));
            } catch (Exception | LinkageError e) {
                refused = Texts.rootOf(e);
                return;
            }
            for (Plan.Message each : plan.messages()) {
                results.add(send(each));
                if (plan.isConcurrent()) {
                    settle(context, stuck);
                }
            }
        }

        private String send(Plan.Message message) throws InterruptedException {
            ExchangePattern pattern = message.request() ? ExchangePattern.InOut : ExchangePattern.InOnly;
            Future<Exchange> sent = sender.submit(() -> template.send("direct:" + name + "a", pattern, exchange -> {
                exchange.getMessage().setBody(message.newBody());
                message.headers().forEach(exchange.getMessage()::setHeader);
            }));
            try {
                return Texts.result(sent.get(PATIENCE_SECONDS, TimeUnit.SECONDS), name);
            } catch (TimeoutException e) {
                sent.cancel(true);
                return "hangs";
            } catch (ExecutionException e) {
                return "throws " + Texts.value(e.getCause(), name);
            }
        }

        void take(String mock, MockEndpoint endpoint) {
            List<String> all = new ArrayList<>();
            for (Exchange each : endpoint.getReceivedExchanges()) {
                all.add(Texts.arrival(each, name));
            }
            if (!all.isEmpty()) {
                arrivals.merge(mock, all, (one, other) -> {
                    one.addAll(other);
                    return one;
                });
            }
        }

        Outcome outcome() {
            return new Outcome(refused, results, arrivals, journal.entries());
        }
    }
}
