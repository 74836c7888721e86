package io.mehari.impl;

import io.mehari.Endpoint;
import io.mehari.Expression;
import io.mehari.PollingConsumer;
import io.mehari.PredicateValidationException;
import io.mehari.Service;
import io.mehari.builder.Node;
import io.mehari.builder.RouteBuilder;
import io.mehari.spi.ExchangeFactory;
import io.mehari.spi.ThreadPools;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the steps of those patterns that bring something with a life of its own: caches, pools, consumers. */
final class Patterns {
    private final DefaultRoutingContext context;
    private final List<Service> services;

    /** @param services where what starts and stops with the route is added */
    Patterns(DefaultRoutingContext context, List<Service> services) {
        this.context = context;
        this.services = services;
    }

    /** The step for a node; null when it is none of these. */
    @Nullable
    Step step(Node node) throws Exception {
        if (node instanceof Node.DynamicTo to) {
            return new DynamicTo(template(to.template()), to.ignoreInvalid(), cache(to.cacheSize(), null));
        } else if (node instanceof Node.WireTap tap) {
            return wireTap(tap);
        } else if (node instanceof Node.Enrich enrich) {
            return enrich(enrich);
        } else if (node instanceof Node.PollEnrich poll) {
            PollingConsumer consumer = context.getEndpoint(poll.uri()).createPollingConsumer();
            services.add(consumer);
            return new PollEnrich(poll, consumer, exchanges());
        } else if (node instanceof Node.Delay delay) {
            return new Delay(delay.millis(), threads());
        } else if (node instanceof Node.Throttle throttle) {
            return new Throttle(throttle.maximum(), throttle.periodMillis(), throttle.maxWaiting(), threads());
        } else if (node instanceof Node.Threads says) {
            Threads step = new Threads(says, threads());
            services.add(step);
            return step;
        } else if (node instanceof Node.Validate validate) {
            return new Steps.Call(exchange -> {
                if (!validate.predicate().matches(exchange)) {
                    throw new PredicateValidationException(exchange, validate.predicate());
                }
            });
        }
        return null;
    }

    Children.Source recipients(Node.RecipientList list, Function<Step, RouteCode> codes) {
        ProducerCache cache = cache(list.cacheSize(), codes, null);
        return new RecipientList(list.recipients(), list.delimiter(), list.ignoreInvalid(), cache);
    }

    private Step wireTap(Node.WireTap tap) {
        Endpoint fixed = fixed(tap.template());
        Expression recipient = fixed == null ? template(tap.template()) : exchange -> fixed;
        WireTap step = new WireTap(tap, recipient, cache(tap.cacheSize(), fixed), exchanges(), threads());
        services.add(step);
        return step;
    }

    private Step enrich(Node.Enrich enrich) {
        String uri = enrich.uri();
        if (uri == null) {
            Expression recipient = Objects.requireNonNull(enrich.expression());
            return new Enrich(enrich, recipient, cache(enrich.cacheSize(), null), exchanges());
        }
        Endpoint fixed = context.getEndpoint(uri);
        return new Enrich(enrich, exchange -> fixed, cache(enrich.cacheSize(), fixed), exchanges());
    }

    /** The endpoint that a template without anything to fill in names; null for others. */
    private @Nullable Endpoint fixed(String template) {
        return template.contains("${") ? null : context.getEndpoint(template);
    }

    private Expression template(String text) {
        return RouteBuilder.simple(Placeholders.resolve(text, context.getGlobalOptions()));
    }

    private ProducerCache cache(int size, @Nullable Endpoint known) {
        return cache(size, RouteCode::of, known);
    }

    private ProducerCache cache(int size, Function<Step, RouteCode> codes, @Nullable Endpoint known) {
        ProducerCache cache = new ProducerCache(context, size, codes, known);
        services.add(cache);
        return cache;
    }

    private ThreadPools threads() {
        return context.getRoutingContextExtension().getThreadPools();
    }

    private ExchangeFactory exchanges() {
        return context.getRoutingContextExtension().getExchangeFactory();
    }
}
