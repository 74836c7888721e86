package io.mehari.testing;

import io.mehari.ProducerTemplate;
import io.mehari.Route;
import io.mehari.RouteStats;
import io.mehari.RoutingContext;
import io.mehari.component.mock.MockEndpoint;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.internal.SafeText;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives each test, as parameters of its method and of {@code @BeforeEach}, a {@link RoutingContext} of its own, not
 * started, and a {@link ProducerTemplate}; it stops the context afterwards. If a test fails, the report says what has
 * arrived at each mock and what has not, and how many messages each route has had, in one screen.
 */
public final class MehariExtension implements ParameterResolver, AfterEachCallback, TestExecutionExceptionHandler {
    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(MehariExtension.class);
    private static final int LINES = 30;

    /** For JUnit. */
    public MehariExtension() {}

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        Class<?> type = parameter.getParameter().getType();
        return type == RoutingContext.class || type == ProducerTemplate.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        RoutingContext known = test.getStore(STORE).get(RoutingContext.class, RoutingContext.class);
        RoutingContext context = known != null ? known : new DefaultRoutingContext();
        test.getStore(STORE).put(RoutingContext.class, context);
        return parameter.getParameter().getType() == RoutingContext.class ? context : context.createProducerTemplate();
    }

    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable failure) throws Throwable {
        RoutingContext context = test.getStore(STORE).get(RoutingContext.class, RoutingContext.class);
        if (context != null) {
            failure.addSuppressed(new Report(report(context)));
        }
        throw failure;
    }

    @Override
    public void afterEach(ExtensionContext test) {
        RoutingContext context = test.getStore(STORE).get(RoutingContext.class, RoutingContext.class);
        if (context != null) {
            context.stop();
        }
    }

    static String report(RoutingContext context) {
        StringBuilder text = new StringBuilder("What arrived:");
        MockEndpoint.report(context).lines().limit(LINES).forEach(each -> line(text, each));
        for (Route each : context.getRoutes().stream().limit(LINES / 3).toList()) {
            RouteStats stats = each.stats();
            line(
                    text,
                    "route " + each.getRouteId() + " from "
                            + SafeText.uri(each.getEndpoint().getEndpointUri()) + ": "
                            + each.getStatus() + ", " + stats.completed() + " completed, " + stats.failed()
                            + " failed, " + stats.inflight() + " in flight");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(System.lineSeparator()).append("  ").append(line);
    }

    /** Below the failure of the test, without a stack trace. */
    private static final class Report extends Exception {
        Report(String text) {
            super(text, null, false, false);
        }
    }
}
