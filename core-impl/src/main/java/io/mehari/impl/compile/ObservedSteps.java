package io.mehari.impl.compile;

import io.mehari.Endpoint;
import io.mehari.Exchange;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.Step;
import io.mehari.impl.engine.Watchers;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.observe.InterceptedStep;
import io.mehari.impl.observe.ObservedStep;
import io.mehari.impl.observe.StepNames;
import io.mehari.impl.observe.StepWatch;
import io.mehari.impl.observe.Stopwatch;
import io.mehari.impl.observe.WatchOptions;
import io.mehari.spi.StepInterceptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Wraps steps for what observes them: notifiers, tracing, history, stopwatch, interceptors. Not loaded without. */
final class ObservedSteps {
    private ObservedSteps() {}

    /**
     * The step, wrapped for events, tracing or history if one of them is on.
     *
     * @param before the wrapped step directly before this one
     */
    static Step watched(RouteEnvironment route, Step step, Node node, @Nullable Step before) {
        WatchOptions watch = route.watch();
        String name = name(step, node);
        Endpoint to = step.endpoint();
        Step watched = step;
        if (to != null && watch.watchers().areOfSends()) {
            watched = observed(route, watched, new SendWatch(watch.watchers(), to));
        }
        Insight insight = watch.insight();
        if (watch.tracing() && insight != null) {
            watched = observed(route, watched, insight.tracing(route.routeId(), name));
        }
        if (watch.history() && insight != null) {
            StepWatch earlier = before instanceof ObservedStep observed ? observed.watch() : null;
            watched = observed(route, watched, insight.history(route.routeId(), name, earlier));
        }
        return watched;
    }

    private static Step observed(RouteEnvironment route, Step step, StepWatch watch) {
        return new ObservedStep(route.code(step), step, watch);
    }

    /** A whole route whose times are measured. It must not hand its exchanges over, or their end would not be seen. */
    static Step timed(RouteCode route, Stopwatch stopwatch) {
        return new ObservedStep(route, null, stopwatch);
    }

    /** The block of a {@code step(id)}, with events. */
    static Step told(RouteCode block, Watchers watchers, String id) {
        return new ObservedStep(block, null, new BlockWatch(watchers, id));
    }

    private record SendWatch(Watchers watchers, Endpoint endpoint) implements StepWatch {
        @Override
        public long begin(Exchange exchange) {
            return watchers.sending((AbstractExchange) exchange, endpoint);
        }

        @Override
        public void ended(Exchange exchange, long begin) {
            watchers.sent((AbstractExchange) exchange, endpoint, begin);
        }
    }

    private record BlockWatch(Watchers watchers, String id) implements StepWatch {
        @Override
        public long begin(Exchange exchange) {
            watchers.stepBegins((AbstractExchange) exchange, id);
            return 0;
        }

        @Override
        public void ended(Exchange exchange, long begin) {
            watchers.stepEnded((AbstractExchange) exchange, id);
        }
    }

    /** The step, wrapped for the interceptors of the context. */
    static Step intercepted(
            RouteEnvironment route, List<StepInterceptor> all, Step step, @Nullable Node node, String place) {
        String id = node instanceof Node.Named named ? named.id() : null;
        var at = new StepInterceptor.Place(route.routeId(), place, id, step.endpoint());
        Step wrapped = step;
        for (int i = all.size() - 1; i >= 0; i--) {
            wrapped = Step.of(new InterceptedStep(route.code(wrapped), all.get(i), at, route.threads()));
        }
        return wrapped;
    }

    private static String name(Step step, Node node) {
        String name = StepNames.method(node);
        Endpoint endpoint = step.endpoint();
        return endpoint == null ? name : name + "[" + endpoint + "]";
    }
}
