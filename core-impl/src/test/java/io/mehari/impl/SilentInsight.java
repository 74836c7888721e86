package io.mehari.impl;

import io.mehari.Description;
import io.mehari.Exchange;
import io.mehari.Route;
import io.mehari.RoutingContext;
import io.mehari.impl.observe.Insight;
import io.mehari.impl.observe.StepWatch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stands for mehari-core-main, which is built after this module: watches steps, and keeps nothing of what it sees. */
public final class SilentInsight implements Insight {
    private static final StepWatch SILENT = new StepWatch() {
        @Override
        public long begin(Exchange exchange) {
            return 0;
        }

        @Override
        public void ended(Exchange exchange, long begin) {}
    };

    @Override
    public Description describe(RoutingContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Description describe(Route route) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Description explain(Route route, Throwable failure) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StepWatch history(String routeId, String node, @Nullable StepWatch before) {
        return SILENT;
    }

    @Override
    public StepWatch tracing(String routeId, String node) {
        return SILENT;
    }

    @Override
    public void started(RoutingContext context, long nanos) {}

    @Override
    public void stopped(RoutingContext context, long nanos, Map<String, Long> left) {}
}
