package io.mehari.impl.context;

import io.mehari.AsyncProcessor;
import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.PollingConsumer;
import io.mehari.Processor;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.RouteAware;
import io.mehari.Service;
import io.mehari.builder.Node;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.engine.Direct;
import io.mehari.impl.engine.DirectEndpoint;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Steps;
import io.mehari.impl.engine.WithPattern;
import io.mehari.impl.pattern.ConcurrencyThrottle;
import io.mehari.impl.pattern.Delay;
import io.mehari.impl.pattern.DynamicTo;
import io.mehari.impl.pattern.Enrich;
import io.mehari.impl.pattern.PollEnrich;
import io.mehari.impl.pattern.RecipientList;
import io.mehari.impl.pattern.Threads;
import io.mehari.impl.pattern.Throttle;
import io.mehari.impl.pattern.WireTap;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.Log;
import io.mehari.spi.PredicateExceptionFactory;
import io.mehari.spi.ThreadPools;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the steps that contain no block. What they need, such as producers and pools, is attached to the route. */
final class SingleSteps {
    private final RouteCompiler.Environment route;
    private String place = "";

    SingleSteps(RouteCompiler.Environment route) {
        this.route = route;
    }

    /** Sets the id or the place of the next step. */
    void at(String place) {
        this.place = place;
    }

    /** The step for a node; null if it contains a block. */
    @Nullable
    Step step(Node node) throws Exception {
        Step step = messageStep(node);
        if (step == null) {
            step = sendingStep(node);
        }
        return step == null ? waitingStep(node) : step;
    }

    // ---- the most frequent steps, and steps that read or change the exchange

    private @Nullable Step messageStep(Node node) throws Exception {
        if (node instanceof Node.Call process) {
            return call(process.processor());
        } else if (node instanceof Node.To to) {
            return to.pattern() == null
                    ? send(to)
                    : Step.of(new WithPattern(
                            to.pattern(), RouteCode.of(route.context().number(), send(to))));
        } else if (node instanceof Node.SetBody set) {
            return Step.of(new Steps.SetBody(set.value()));
        } else if (node instanceof Node.SetHeader set) {
            return Step.of(new Steps.SetHeader(set.name(), set.value()));
        } else if (node instanceof Node.SetProperty set) {
            return Step.of(new Steps.SetProperty(set.name(), set.value()));
        } else if (node instanceof Node.CallNamed named) {
            return call(NamedProcessors.find(route.context(), named.name()));
        } else if (node instanceof Node.Bean bean) {
            return call(bean.processor(route.context().getRegistry()));
        } else if (node instanceof Node.SetPattern set) {
            return Step.of(new Steps.SetPattern(set.pattern()));
        } else if (node instanceof Node.ThrowException thrown) {
            return Step.of(new Steps.Throw(thrown.exception()));
        } else if (node instanceof Node.Rollback rollback) {
            return Step.of(new Steps.Rollback(rollback.message(), rollback.lastOnly()));
        } else if (node instanceof Node.Stop) {
            return Step.of(new Steps.Stop());
        } else if (node instanceof Node.Validate validate) {
            return validator(validate);
        }
        Processor processor = processor(node);
        return processor == null ? null : Step.of(new Steps.Call(processor));
    }

    private Step call(Processor processor) {
        if (processor instanceof RouteAware aware) {
            aware.setRoute(route.owner());
        }
        return Step.of(
                processor instanceof AsyncProcessor async ? new Steps.CallAsync(async) : new Steps.Call(processor));
    }

    /** The processor for a node that needs no step of its own; null for others. */
    private @Nullable Processor processor(Node node) {
        if (node instanceof Node.RemoveHeader remove) {
            return exchange -> exchange.removeHeader(remove.name());
        } else if (node instanceof Node.RemoveHeaders remove) {
            String[] excluded = remove.excludePatterns().toArray(String[]::new);
            return exchange -> exchange.removeHeaders(remove.pattern(), excluded);
        } else if (node instanceof Node.RemoveProperties remove) {
            String[] excluded = remove.excludePatterns().toArray(String[]::new);
            return exchange -> exchange.removeProperties(remove.pattern(), excluded);
        } else if (node instanceof Node.ConvertBody convert) {
            return exchange -> {
                if (exchange.getBody() != null) {
                    exchange.setBody(exchange.getMandatoryBody(convert.type()));
                }
            };
        } else if (node instanceof Node.Log log) {
            System.Logger logger =
                    System.getLogger(log.logName() != null ? log.logName() : "io.mehari.route." + route.routeId());
            return exchange -> {
                if (Log.isOn(logger, log.level())) {
                    String text = String.valueOf(log.text().evaluate(exchange));
                    Log.write(logger, log.level(), route.context().services().listenedTo(exchange, logger, text));
                }
            };
        }
        return null;
    }

    private Step validator(Node.Validate node) {
        PredicateExceptionFactory exceptions = node.exceptions() == null ? boundExceptions() : node.exceptions();
        return Step.of(new Steps.Validate(node.predicate(), exceptions, place));
    }

    /** The factory that the registry has for all; null if there is none. */
    private @Nullable PredicateExceptionFactory boundExceptions() {
        PredicateExceptionFactory found = null;
        if (route.context().getRegistry() instanceof SimpleRegistry registry) {
            for (Object each : registry.bound()) {
                if (each instanceof PredicateExceptionFactory factory) {
                    if (found != null) {
                        throw new IllegalArgumentException("several objects of the registry are a"
                                + " PredicateExceptionFactory: bind one, or give one to validate(factory)");
                    }
                    found = factory;
                }
            }
        }
        return found;
    }

    // ---- steps that send or receive

    private @Nullable Step sendingStep(Node node) throws Exception {
        if (node instanceof Node.DynamicTo to) {
            return Step.of(new DynamicTo(to, template(to.template()), cache(to.cacheSize(), null)));
        } else if (node instanceof Node.WireTap tap) {
            return wireTap(tap);
        } else if (node instanceof Node.Enrich enrich) {
            return enrich(enrich);
        } else if (node instanceof Node.PollEnrich poll) {
            return pollEnrich(poll);
        }
        return null;
    }

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
        ProducerCache cache = cache(list.cacheSize(), codes, null);
        return new RecipientList(list.recipients(), list.delimiter(), list.ignoreInvalid(), cache);
    }

    private Step wireTap(Node.WireTap tap) {
        Endpoint fixed;
        try {
            fixed = tap.endpoint() != null ? route.owner().hold(tap.endpoint()) : fixed(tap.template());
        } catch (ResolveEndpointFailedException e) {
            if (!tap.ignoreInvalid()) {
                throw e;
            }
            Log.warn(SingleSteps.class, "Route " + route.routeId() + ": a wire tap is left out", e);
            return call(exchange -> {});
        }
        Expression recipient = fixed == null ? template(tap.template()) : exchange -> fixed;
        ProducerCache cache = cache(
                tap.cacheSize(), step -> RouteCode.outermost(route.context().number(), step), fixed);
        WireTap step = new WireTap(tap, route.executor(tap.executor()), recipient, cache, exchanges(), threads());
        return Step.of(attach(step));
    }

    private Step enrich(Node.Enrich enrich) {
        String uri = enrich.uri();
        if (uri == null) {
            Expression recipient = Objects.requireNonNull(enrich.expression());
            return Step.of(new Enrich(enrich, recipient, cache(enrich.cacheSize(), null), exchanges()));
        }
        Endpoint fixed = endpoint(uri);
        return Step.of(new Enrich(enrich, exchange -> fixed, cache(enrich.cacheSize(), fixed), exchanges()));
    }

    private Step pollEnrich(Node.PollEnrich poll) throws Exception {
        String uri = poll.uri();
        if (uri != null) {
            PollingConsumer consumer = endpoint(uri).createPollingConsumer();
            attach(consumer);
            return Step.of(new PollEnrich(
                    poll, exchange -> consumer.receive(poll.timeoutMillis()), consumer.getEndpoint(), route.context()));
        }
        Expression expression = Objects.requireNonNull(poll.expression());
        DefaultConsumerTemplate consumers = new DefaultConsumerTemplate(route.context(), poll.cacheSize());
        attach(consumers);
        return Step.of(new PollEnrich(
                poll,
                exchange -> {
                    String from = DynamicTo.uri(exchange, expression);
                    exchange.setProperty(Exchange.TO_ENDPOINT, from);
                    return consumers.receiveFrom(from, poll.timeoutMillis());
                },
                null,
                route.context()));
    }

    /** The endpoint of a template without placeholders; null for others. */
    private @Nullable Endpoint fixed(String template) {
        return template.contains("${") ? null : endpoint(template);
    }

    private Expression template(String text) {
        return new UriTemplate(RouteBuilder.simple(route.context().resolve(text)));
    }

    /** The URI that a template gives, also if it is a single placeholder whose value is no text. */
    private record UriTemplate(Expression template) implements Expression {
        @Override
        public @Nullable Object evaluate(Exchange exchange) {
            return template.evaluate(exchange, String.class);
        }

        @Override
        public String toString() {
            return template.toString();
        }
    }

    private ProducerCache cache(int size, @Nullable Endpoint known) {
        return cache(size, step -> RouteCode.of(route.context().number(), step), known);
    }

    private ProducerCache cache(int size, Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        return attach(new ProducerCache(route.context().endpointLoans(), route.routeNumber(), size, codes, known));
    }

    // ---- steps that wait or change the thread

    private @Nullable Step waitingStep(Node node) {
        if (node instanceof Node.Delay delay) {
            return Step.of(new Delay(delay.millis(), threads()));
        } else if (node instanceof Node.Throttle throttle) {
            return Step.of(
                    throttle.concurrent()
                            ? new ConcurrencyThrottle(throttle, threads())
                            : new Throttle(throttle, threads()));
        } else if (node instanceof Node.Threads settings) {
            return Step.of(
                    attach(new Threads(settings, route.executor(settings.executor()), threads(), route.isCalled())));
        }
        return null;
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

    private ThreadPools threads() {
        return route.context().getRoutingContextExtension().getThreadPools();
    }

    private ExchangeFactory exchanges() {
        return route.context().getRoutingContextExtension().getExchangeFactory();
    }
}
