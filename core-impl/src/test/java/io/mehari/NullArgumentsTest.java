package io.mehari;

import static org.assertj.core.api.Assertions.assertThat;

import io.mehari.builder.AggregationStrategies;
import io.mehari.builder.ErrorHandlerBuilder;
import io.mehari.builder.RouteBuilder;
import io.mehari.impl.DefaultRoutingContext;
import io.mehari.impl.MemoryIdempotentRepository;
import io.mehari.impl.ShelfComponent;
import io.mehari.impl.exchange.DefaultExchange;
import io.mehari.spi.IdempotentRepository;
import io.mehari.spi.PluginKey;
import io.mehari.spi.RouteController;
import io.mehari.spi.RoutingContextExtension;
import io.mehari.spi.ShutdownStrategy;
import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Null is refused at once and by name where it is not declared. Every public method that can be reached from a
 * RouteBuilder or a context is found by reflection, and called once for each of its arguments with null for that one.
 */
@Timeout(60)
@SuppressWarnings({"NullAway", "unchecked"}) // null is the mistake
class NullArgumentsTest {
    /*
     * A receiver is made anew for each call, in the way in which it was found: by a method of another receiver. A type
     * of parameter for which VALID has nothing fails the test, and so does a class of the DSL of which no receiver was
     * found.
     */
    private static final Pattern SAID = Pattern.compile("(?:(\\w+)\\((\\w+)\\): )?(\\w+)(\\[\\d+])? is null; .+");

    private static final DefaultRoutingContext CONTEXT = new DefaultRoutingContext("nulls");
    private static final Map<Class<?>, Object> VALID = new HashMap<>();
    /** Called by the engine, for each message. */
    private static final Set<String> EACH_MESSAGE = Set.of("evaluate", "matches");

    private static final Map<Class<?>, Receiver> RECEIVERS = new LinkedHashMap<>();

    @FunctionalInterface
    private interface Receiver {
        Object make() throws Exception;
    }

    /** One way to be wrong. */
    private record Mistake(Executable executable, int parameter, boolean element, boolean allowed) {
        Object[] arguments() {
            Object[] arguments = validFor(executable);
            if (element) {
                Array.set(arguments[parameter], 0, null);
            } else {
                arguments[parameter] = null;
            }
            return arguments;
        }

        @Override
        public String toString() {
            return executable + ", argument " + parameter + (element ? ", its first element" : "");
        }
    }

    @BeforeAll
    static void findReceivers() throws Exception {
        sayWhatIsValid();
        CONTEXT.addRoutes(r -> r.from("direct:a").process(exchange -> {}));
        CONTEXT.start();
        RECEIVERS.put(RoutingContext.class, () -> CONTEXT);
        RoutingContextExtension services = CONTEXT.getRoutingContextExtension();
        RECEIVERS.put(RoutingContextExtension.class, () -> services);
        ShutdownStrategy shutdown = services.getShutdownStrategy();
        RECEIVERS.put(ShutdownStrategy.class, () -> shutdown);
        RECEIVERS.put(RouteController.class, CONTEXT::getRouteController);
        RECEIVERS.put(io.mehari.spi.Registry.class, CONTEXT::getRegistry);
        RECEIVERS.put(ProducerTemplate.class, CONTEXT::createProducerTemplate);
        RECEIVERS.put(ConsumerTemplate.class, CONTEXT::createConsumerTemplate);
        RECEIVERS.put(IdempotentRepository.class, MemoryIdempotentRepository::memoryIdempotentRepository);
        Deque<Class<?>> open = new ArrayDeque<>();
        found(RouteBuilder.class, NullArgumentsTest::newBuilder, open);
        while (!open.isEmpty()) {
            Class<?> type = open.remove();
            for (Method method : methods(type)) {
                follow(() -> method.invoke(RECEIVERS.get(type).make(), validFor(method)), open);
            }
        }
    }

    private static void follow(Receiver next, Deque<Class<?>> open) throws Exception {
        try {
            found(next.make().getClass(), next, open);
        } catch (InvocationTargetException | NullPointerException e) {
            return; // it cannot be called here, or returns nothing
        }
    }

    @AfterAll
    static void stop() {
        CONTEXT.stop();
    }

    private static RouteBuilder newBuilder() {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:b").process(exchange -> {});
            }
        };
    }

    private static void found(Class<?> type, Receiver receiver, Deque<Class<?>> open) {
        boolean partOfTheDsl = type.getPackageName().equals("io.mehari.builder")
                && Modifier.isPublic(type.getModifiers())
                && !type.isRecord();
        if (partOfTheDsl && RECEIVERS.putIfAbsent(type, receiver) == null) {
            open.add(type);
        }
    }

    // ---- what is right

    private static void sayWhatIsValid() {
        VALID.put(String.class, "direct:a");
        VALID.put(Object.class, "x");
        VALID.put(int.class, 1);
        VALID.put(long.class, 1L);
        VALID.put(double.class, 1.0);
        VALID.put(boolean.class, true);
        VALID.put(Class.class, RuntimeException.class);
        VALID.put(Exception.class, new IllegalStateException("x"));
        VALID.put(Expression.class, RouteBuilder.constant(1));
        VALID.put(Function.class, Function.identity());
        VALID.put(AggregationStrategy.class, AggregationStrategies.useLatest());
        VALID.put(IdempotentRepository.class, MemoryIdempotentRepository.memoryIdempotentRepository(1));
        VALID.put(ErrorHandlerBuilder.class, RouteBuilder.defaultErrorHandler());
        VALID.put(RoutesBuilder.class, newBuilder());
        VALID.put(Endpoint.class, CONTEXT.getEndpoint("direct:a"));
        VALID.put(Duration.class, Duration.ofSeconds(1));
        VALID.put(RoutingContext.class, CONTEXT);
        VALID.put(Component.class, new ShelfComponent());
        VALID.put(Map.class, Map.of());
        VALID.put(List.class, List.of());
        VALID.put(PluginKey.class, new PluginKey<>("x"));
    }

    private static Object[] validFor(Executable executable) {
        return Arrays.stream(executable.getParameterTypes())
                .map(NullArgumentsTest::valid)
                .toArray();
    }

    private static Object valid(Class<?> type) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), 1);
            Array.set(array, 0, valid(type.getComponentType()));
            return array;
        }
        if (type == Exchange.class) {
            return new DefaultExchange(CONTEXT);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        Object value = VALID.get(type);
        if (value == null && java.util.concurrent.Executor.class.isAssignableFrom(type)) {
            return ForkJoinPool.commonPool();
        }
        if (value == null && type.isInterface()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, all) -> null);
        }
        return value == null ? noValue(type) : value;
    }

    private static Object noValue(Class<?> type) {
        if (type.getPackageName().equals("io.mehari.spi")) {
            return new Object(); // given alone, so that it is never passed
        }
        throw new AssertionError("Say in VALID what is right for a parameter of type " + type.getName());
    }

    // ---- what is wrong

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && !method.isBridge())
                .filter(method -> !EACH_MESSAGE.contains(method.getName()))
                .filter(method -> type != IdempotentRepository.class
                        || method.getParameterTypes().length < 2) // those with an exchange: for each message, too
                .sorted(Comparator.comparing(Method::toGenericString))
                .peek(method -> method.setAccessible(true)) // public, but some by a class that is not
                .toList();
    }

    private static void addMistakes(Executable executable, List<Mistake> all) {
        Parameter[] parameters = executable.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getType().isPrimitive()) {
                continue;
            }
            AnnotatedType type = parameters[i].getAnnotatedType();
            all.add(new Mistake(executable, i, false, isNullable(type)));
            if (type instanceof AnnotatedArrayType array) {
                all.add(new Mistake(executable, i, true, isNullable(array.getAnnotatedGenericComponentType())));
            }
        }
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    private static @Nullable Throwable call(Executable executable, @Nullable Receiver receiver, Object[] arguments)
            throws Exception {
        try {
            if (executable instanceof Constructor<?> constructor) {
                constructor.newInstance(arguments);
            } else {
                ((Method) executable).invoke(receiver == null ? null : receiver.make(), arguments);
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    @Test
    void nullIsRefusedAtOnceAndByName() throws Exception {
        SoftAssertions all = new SoftAssertions();
        int refused = 0;
        for (Map.Entry<Class<?>, Receiver> each : RECEIVERS.entrySet()) {
            refused += tryAll(methods(each.getKey()), each.getValue(), all);
        }
        for (Class<?> type : dsl()) {
            List<Executable> others = new ArrayList<>(List.of(type.getConstructors()));
            if (!RECEIVERS.containsKey(type)) {
                others.addAll(methods(type)); // all are static, see the other test
            }
            refused += Modifier.isAbstract(type.getModifiers()) ? 0 : tryAll(others, null, all);
        }
        all.assertAll();
        assertThat(refused).as("how many mistakes were tried").isGreaterThan(200);
    }

    private static int tryAll(List<? extends Executable> executables, @Nullable Receiver receiver, SoftAssertions all)
            throws Exception {
        List<Mistake> mistakes = new ArrayList<>();
        executables.forEach(each -> addMistakes(each, mistakes));
        int refused = 0;
        for (Mistake mistake : mistakes) {
            Throwable failure = call(mistake.executable, receiver, mistake.arguments());
            if (mistake.allowed) {
                all.assertThat(saysNull(failure)).as(mistake + ": " + failure).isFalse();
            } else {
                all.assertThat(isRefusal(failure, mistake))
                        .as(mistake + ": " + failure)
                        .isTrue();
                refused++;
            }
        }
        return refused;
    }

    private static boolean saysNull(@Nullable Throwable failure) {
        return failure instanceof NullPointerException
                || (failure != null
                        && SAID.matcher(String.valueOf(failure.getMessage())).matches());
    }

    private static boolean isRefusal(@Nullable Throwable failure, Mistake mistake) {
        if (failure instanceof NullNameException) {
            return true;
        }
        boolean fit = failure instanceof IllegalArgumentException || failure instanceof NullPointerException;
        Matcher said = SAID.matcher(fit ? String.valueOf(failure.getMessage()) : "");
        Parameter parameter = mistake.executable.getParameters()[mistake.parameter];
        String name = mistake.executable instanceof Constructor<?> made
                ? made.getDeclaringClass().getSimpleName()
                : mistake.executable.getName();
        return said.matches()
                && (said.group(1) == null || said.group(1).equals(name))
                && (said.group(2) == null || said.group(2).equals(said.group(3)))
                && (!parameter.isNamePresent() || said.group(3).equals(parameter.getName()));
    }

    // ---- nothing is left out

    private static List<Class<?>> dsl() {
        List<Class<?>> all = new ArrayList<>();
        ShippedClasses.read().forEach(reader -> {
            Class<?> type = ShippedClasses.load(reader.getClassName());
            if (type.getPackageName().equals("io.mehari.builder")
                    && Modifier.isPublic(type.getModifiers())
                    && !type.isRecord()
                    && !type.isEnum()
                    && !type.isInterface()) {
                all.add(type);
            }
        });
        return all;
    }

    @Test
    void everyClassOfTheDslWasReached() {
        for (Class<?> type : dsl()) {
            boolean called = methods(type).stream()
                    .anyMatch(method -> !Modifier.isStatic(method.getModifiers()) && method.getParameterCount() > 0);
            boolean reached = RECEIVERS.keySet().stream().anyMatch(type::isAssignableFrom);
            assertThat(reached || !called).as(type.getName()).isTrue();
        }
    }
}
