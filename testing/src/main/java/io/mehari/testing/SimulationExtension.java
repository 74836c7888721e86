package io.mehari.testing;

import io.mehari.ProducerTemplate;
import io.mehari.RoutingContext;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives each test a {@link Simulation} of its own, and closes it afterwards. If a test fails, the report contains the
 * seed and the steps that each message went through. For several seeds use {@link SimulationTest}. A plain {@code
 * @Test} has the seed 1, or the seed of {@code -Dmehari.seed}; {@code -Dmehari.seeds} has no effect on it.
 */
public final class SimulationExtension
        implements ParameterResolver,
                AfterEachCallback,
                TestExecutionExceptionHandler,
                TestTemplateInvocationContextProvider {

    private static final String SEED = "mehari.seed";
    private static final String SEEDS = "mehari.seeds";
    private static final Set<Class<?>> TYPES =
            Set.of(Simulation.class, SimulatedTime.class, Chaos.class, RoutingContext.class, ProducerTemplate.class);
    private static final ExtensionContext.Namespace STORE =
            ExtensionContext.Namespace.create(SimulationExtension.class);

    /** For JUnit. */
    public SimulationExtension() {}

    // ---- seeds

    @Override
    public boolean supportsTestTemplate(ExtensionContext test) {
        return AnnotationSupport.isAnnotated(test.getTestMethod(), SimulationTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext test) {
        int own = AnnotationSupport.findAnnotation(test.getTestMethod(), SimulationTest.class)
                .map(SimulationTest::seeds)
                .orElse(1);
        LongStream seeds = System.getProperty(SEED) != null
                ? LongStream.of(property(SEED, 1))
                : LongStream.rangeClosed(1, property(SEEDS, own));
        return seeds.mapToObj(WithSeed::new);
    }

    private static long property(String name, long otherwise) {
        String value = System.getProperty(name);
        try {
            return value == null ? otherwise : Long.parseLong(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("-D" + name + "=" + value + " is no whole number", e);
        }
    }

    private record WithSeed(long seed) implements TestTemplateInvocationContext, BeforeEachCallback {
        @Override
        public String getDisplayName(int invocation) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public void beforeEach(ExtensionContext test) {
            test.getStore(STORE).put(SEED, seed);
        }
    }

    // ---- a simulation for each test

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return TYPES.contains(parameter.getParameter().getType())
                && test.getTestMethod().isPresent();
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Simulation simulation = simulation(test);
        Class<?> type = parameter.getParameter().getType();
        if (type == Simulation.class) {
            return simulation;
        } else if (type == SimulatedTime.class) {
            return simulation.time();
        } else if (type == Chaos.class) {
            return simulation.chaos();
        } else if (type == RoutingContext.class) {
            return simulation.context();
        }
        return simulation.context().createProducerTemplate();
    }

    private static Simulation simulation(ExtensionContext test) {
        ExtensionContext.Store store = test.getStore(STORE);
        Simulation known = store.get(Simulation.class, Simulation.class);
        if (known == null) {
            Long seed = store.get(SEED, Long.class);
            known = new Simulation(seed != null ? seed : property(SEED, 1));
            store.put(Simulation.class, known);
        }
        return known;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable failure) throws Throwable {
        Simulation simulation = test.getStore(STORE).get(Simulation.class, Simulation.class);
        if (simulation != null) {
            addReport(failure, simulation);
        }
        throw failure;
    }

    private static void addReport(Throwable failure, Simulation simulation) {
        failure.addSuppressed(
                new Report("Repeat it with -D" + SEED + "=" + simulation.seed() + ". " + simulation.report()));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        Simulation simulation = test.getStore(STORE).get(Simulation.class, Simulation.class);
        if (simulation == null) {
            return;
        }
        boolean passed = test.getExecutionException().isEmpty();
        try {
            simulation.close();
            String complaint = simulation.complaint();
            if (complaint != null && passed) {
                throw new IllegalStateException(complaint);
            }
        } catch (RuntimeException | Error e) {
            if (passed) {
                addReport(e, simulation);
            }
            throw e;
        }
    }

    /** Shows the seed and the steps of the messages below the failure of the test. */
    private static final class Report extends Exception {
        Report(String text) {
            super(text, null, false, false);
        }
    }
}
