package io.mehari.component.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.RoutingContext;
import io.mehari.builder.RouteBuilder;
import io.mehari.spi.EndpointOption;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.TypeConverterRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The matrix of faults contains every type of user code, or this test says why not. */
class FaultPlacesTest {

    /** Types that a user gives to a context, a builder or an endpoint, and that are not in the matrix, and why. */
    private static final Map<String, String> EXCLUDED = Map.ofEntries(
            Map.entry("Exchange", "the engine's own class"),
            Map.entry("Executor", "an ExecutorService is one"),
            Map.entry("Endpoint", "is made by a component, which is in the matrix by its producers"),
            Map.entry("Component", "called when a route is built, not for a message"),
            Map.entry("RoutingContext", "the engine's own class, which a builder is given"),
            Map.entry("Routes", "called when a route is built, not for a message"),
            Map.entry("RoutesBuilder", "called when a route is built, not for a message"),
            Map.entry("ErrorHandlerBuilder", "describes; its hooks are in the matrix"),
            Map.entry("ShutdownStrategy", "called by a stop, not for a message"),
            Map.entry("InflightRepository", "it is only read"),
            Map.entry("BlockingQueue", "QueueFaultsTest has its faults"),
            Map.entry("BlockingQueueFactory", "called when a route is built, not for a message"),
            Map.entry("ExceptionHandler", "QueueFaultsTest has its faults"),
            Map.entry("UnaryOperator", "a remedy for a missing property, asked when a route is built"),
            Map.entry("Iterable", "a split's iterator is in the matrix"),
            Map.entry("Collection", "of values"),
            Map.entry("Map", "of values"),
            Map.entry("List", "of values"));

    @Test
    void s1_everyTypeOfCodeThatAUserBringsIsInTheMatrix() {
        Set<String> known = new TreeSet<>(EXCLUDED.keySet());
        FaultPlaces.all().forEach(place -> known.add(place.type().getSimpleName()));

        Set<String> found = new TreeSet<>();
        parametersOf(
                reachableFrom(
                        RouteBuilder.class,
                        RoutingContext.class,
                        RoutingContextExtension.class,
                        TypeConverterRegistry.class),
                found);
        optionTypes(found);

        assertThat(found).as("enter it in FaultPlaces, or say here why not").isSubsetOf(known);
    }

    /** The types that are called for messages must not leave the matrix unnoticed either. */
    @Test
    void s1_theMatrixHasTheTypesThatAreCalledForMessages() {
        assertThat(FaultPlaces.all())
                .extracting(place -> place.type().getSimpleName())
                .contains("Processor", "AsyncProcessor", "Predicate", "Expression", "AggregationStrategy")
                .contains("IdempotentRepository", "ExecutorService", "Synchronization")
                .contains("Producer", "AsyncProducer", "PollingConsumer", "EventNotifier", "UuidGenerator", "Function")
                .contains("Consumer", "Service", "MessageClock", "Conversion")
                .contains("ThreadPools", "StepInterceptor", "MessageScope", "LifecycleStrategy");
    }

    /** These classes and those that their methods return, of the builder's package. */
    private static Set<Class<?>> reachableFrom(Class<?>... roots) {
        Set<Class<?>> seen = new HashSet<>(List.of(roots));
        Deque<Class<?>> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (Method method : open.pop().getMethods()) {
                Class<?> returned = method.getReturnType();
                boolean builds = returned.getName().startsWith(RouteBuilder.class.getPackageName());
                if (builds && !returned.isRecord() && seen.add(returned)) {
                    open.push(returned);
                }
            }
        }
        return seen;
    }

    private static void parametersOf(Set<Class<?>> classes, Set<String> found) {
        for (Class<?> each : classes) {
            for (Method method : each.getMethods()) {
                if (method.getDeclaringClass() != Object.class) {
                    for (Class<?> type : method.getParameterTypes()) {
                        Class<?> plain = type.isArray() ? type.getComponentType() : type;
                        if (isForUsers(plain)) {
                            found.add(plain.getSimpleName());
                        }
                    }
                }
            }
        }
    }

    private static void optionTypes(Set<String> found) {
        List<EndpointOption<?>> options = new ArrayList<>(new SedaComponent().getOptions());
        options.addAll(new DisruptorComponent().getOptions());
        for (EndpointOption<?> option : options) {
            if (isForUsers(option.type())) {
                found.add(option.type().getSimpleName());
            }
        }
    }

    private static boolean isForUsers(Class<?> type) {
        return !type.isPrimitive() && Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
    }
}
