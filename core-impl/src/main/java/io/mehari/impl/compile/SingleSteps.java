package io.mehari.impl.compile;

import io.mehari.AggregationStrategy;
import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.Service;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.Direct;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Steps;
import io.mehari.impl.engine.WithPattern;
import io.mehari.impl.exchange.Exchanges;
import io.mehari.impl.pattern.Delay;
import io.mehari.impl.pattern.DynamicTo;
import io.mehari.impl.pattern.Enrich;
import io.mehari.impl.pattern.Fan;
import io.mehari.impl.pattern.ParallelFan;
import io.mehari.impl.pattern.PollEnrich;
import io.mehari.impl.pattern.RecipientList;
import io.mehari.impl.pattern.Threads;
import io.mehari.impl.pattern.Throttle;
import io.mehari.impl.pattern.WireTap;
import io.mehari.impl.template.DefaultConsumerTemplate;
import io.mehari.impl.text.CoreValues;
import io.mehari.impl.text.Recipient;
import io.mehari.impl.text.TextTemplate;
import io.mehari.processor.aggregate.UseOriginalAggregationStrategy;
import io.mehari.spi.internal.Log;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Creates the steps that contain no block, and the steps around children. What they need, such as producers and pools,
 * is attached to the route.
 */
final class SingleSteps {
    private final RouteEnvironment route;

    SingleSteps(RouteEnvironment route) {
        this.route = route;
    }

    /** The step for a node; null if it contains a block. */
    @Nullable
    Step step(Node node) throws Exception {
        if (node instanceof Node.Call process) {
            return call(process.processor());
        } else if (node instanceof Node.To to) {
            return to.pattern() == null ? send(to) : Step.of(new WithPattern(to.pattern(), route.code(send(to))));
        } else if (node instanceof Node.SetBody set) {
            return Step.of(new Steps.SetBody(set.value()));
        } else if (node instanceof Node.SetHeader set) {
            return Step.of(new Steps.SetHeader(set.name(), set.value()));
        } else if (node instanceof Node.SetProperty set) {
            return Step.of(new Steps.SetProperty(set.name(), set.value()));
        } else if (node instanceof Node.CallNamed named) {
            return call(route.processor(named.name()));
        } else if (node instanceof Node.Bean bean) {
            return call(CoreValues.method(bean, route.context().getRegistry()));
        } else if (node instanceof Node.Own own) {
            return own(own.processor());
        } else if (node instanceof Node.Validate validate) {
            return own(Steps.validator(validate.predicate()));
        } else if (node instanceof Node.Rollback rollback) {
            return own(exchange -> Steps.rollBack(exchange, rollback));
        } else if (node instanceof Node.Log log) {
            return own(logger(log));
        } else if (node instanceof Node.DynamicTo to) {
            return Step.of(new DynamicTo(template("toD", to.template(), to.allowed()), cache(null)));
        } else if (node instanceof Node.WireTap tap) {
            return wireTap(tap);
        } else if (node instanceof Node.Enrich enrich) {
            return enrich(enrich);
        } else if (node instanceof Node.PollEnrich poll) {
            return pollEnrich(poll);
        } else if (node instanceof Node.Delay delay) {
            return Step.of(new Delay(delay.millis(), route.life()));
        } else if (node instanceof Node.Throttle throttle) {
            return Step.of(new Throttle(throttle, route.life()));
        } else if (node instanceof Node.Threads threads) {
            Executor executor = route.executor(threads.executor());
            return Step.of(attach(new Threads(threads, executor, route.threads(), route.isCalled(), route.life())));
        }
        return null;
    }

    private static Step call(Processor processor) {
        return Step.of(
                processor instanceof AsyncProcessor async ? new Steps.CallAsync(async) : new Steps.Call(processor));
    }

    private static Step own(Processor processor) {
        return Step.of(new Steps.OwnCall(processor));
    }

    private Processor logger(Node.Log log) {
        System.Logger logger = System.getLogger(log.logName() != null ? log.logName() : Log.route(route.routeId()));
        return exchange -> {
            if (Log.isOn(logger, log.level())) {
                Log.write(logger, log.level(), String.valueOf(log.text().evaluate(exchange)));
            }
        };
    }

    // ---- steps that send, receive or wait

    private Step send(Node.To to) throws Exception {
        Endpoint endpoint =
                to.endpoint() != null ? route.owner().hold(to.endpoint()) : endpoint(Objects.requireNonNull(to.uri()));
        if (endpoint instanceof DirectEndpoint direct) {
            direct.routeSends();
            return Step.of(new Direct(direct, route.routeNumber()));
        }
        return Steps.send(attach(endpoint.createProducer()));
    }

    RecipientList recipients(Node.RecipientList list, Function<Step, RouteCode> codes) {
        Recipient recipients = recipient("recipientList", list.recipients());
        return new RecipientList(list, recipients, cache(codes, null), route.life());
    }

    /**
     * @param children a {@code Children.Source}; as an object, for the reason that {@link Step#of} gives
     * @param lastWins whether the last child is the result if there is no strategy; else the parent is
     */
    Step fan(Object children, Node.Fan fan, boolean lastWins) {
        Children.Source source = (Children.Source) children;
        AggregationStrategy strategy = route.strategy(fan.strategy());
        boolean failuresCount = strategy == null;
        if (strategy instanceof UseOriginalAggregationStrategy original) {
            failuresCount = original.isPropagateException();
            strategy = failuresCount ? Fan.ORIGINAL : null;
        } else if (strategy == null) {
            strategy = lastWins ? Fan.LAST_WINS : Fan.ORIGINAL;
        }
        Fan.Rules rules = new Fan.Rules(
                strategy,
                failuresCount || fan.shareUnitOfWork(),
                fan.stopOnException(),
                fan.shareUnitOfWork(),
                fan.onPrepare(),
                exchanges(),
                route.life());
        Node.Parallel parallel = fan.parallel();
        if (parallel == null) { // no conditional expression: to verify its type, the JVM would load both
            return Step.of(new Fan(source, rules));
        }
        return Step.of(new ParallelFan(source, rules, fan, route.executor(parallel.executor()), route.threads()));
    }

    private Step wireTap(Node.WireTap tap) {
        Endpoint fixed = tap.endpoint() != null ? route.owner().hold(tap.endpoint()) : fixed(tap.template());
        Expression recipient = fixed == null ? template("wireTap", tap.template(), tap.allowed()) : exchange -> fixed;
        ProducerCache cache = cache(step -> RouteCode.of(step, route.scopes(true)), fixed);
        WireTap step = new WireTap(tap, route.executor(tap.executor()), recipient, cache, exchanges(), route.threads());
        return Step.of(attach(step));
    }

    private Step enrich(Node.Enrich enrich) {
        Endpoint fixed = enrich.uri() == null ? null : endpoint(enrich.uri());
        Expression recipient = fixed == null ? recipient("enrich", enrich.dynamic()) : exchange -> fixed;
        return Step.of(new Enrich(enrich, recipient, cache(fixed), exchanges()));
    }

    private Step pollEnrich(Node.PollEnrich poll) throws Exception {
        String uri = poll.uri();
        if (uri != null) {
            PollingConsumer consumer = attach(endpoint(uri).createPollingConsumer());
            return Step.of(new PollEnrich(
                    poll, exchange -> consumer.receive(poll.timeoutMillis()), consumer.getEndpoint(), route.context()));
        }
        Recipient recipient = recipient("pollEnrich", poll.dynamic());
        DefaultConsumerTemplate consumers = attach(DefaultConsumerTemplate.inRoute(route.engine()));
        return Step.of(new PollEnrich(
                poll,
                exchange -> {
                    Object to = recipient.evaluate(exchange);
                    String from = to instanceof Endpoint endpoint ? endpoint.getEndpointUri() : to.toString();
                    exchange.setProperty(Exchange.TO_ENDPOINT, from);
                    return consumers.receiveFrom(from, poll.timeoutMillis());
                },
                null,
                route.context()));
    }

    /** The endpoint of a template without placeholders; null for others. */
    private @Nullable Endpoint fixed(String template) {
        String resolved = route.engine().resolve(template);
        return resolved.contains("${") || resolved.contains("$simple{") ? null : endpoint(template);
    }

    private Recipient template(String step, String text, @Nullable String allowed) {
        Expression read = TextTemplate.parse(route.engine().resolve(text));
        return recipient(step, new Node.DynamicUri(read, read, allowed));
    }

    private Recipient recipient(String step, Node.@Nullable DynamicUri given) {
        Node.DynamicUri uri = Objects.requireNonNull(given);
        return new Recipient(step, uri.value(), uri.source(), uri.allowed(), route.context());
    }

    private ProducerCache cache(@Nullable Endpoint known) {
        return cache(route::code, known);
    }

    private ProducerCache cache(Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        return attach(new ProducerCache(route.engine(), route.routeNumber(), codes, known));
    }

    // ---- what steps need

    private Endpoint endpoint(String uri) {
        return route.owner().hold(uri);
    }

    /** Starts and stops the service with the route. */
    private <S extends Service> S attach(S service) {
        route.attached().add(service);
        return service;
    }

    private Exchanges exchanges() {
        return Exchanges.of(route.context());
    }
}
