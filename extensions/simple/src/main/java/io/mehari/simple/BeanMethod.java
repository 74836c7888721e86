package io.mehari.simple;

import io.mehari.Body;
import io.mehari.Exchange;
import io.mehari.ExchangeException;
import io.mehari.ExchangeProperties;
import io.mehari.ExchangeProperty;
import io.mehari.Expression;
import io.mehari.Handler;
import io.mehari.Header;
import io.mehari.Headers;
import io.mehari.Message;
import io.mehari.NoTypeConversionAvailableException;
import io.mehari.RoutingContext;
import io.mehari.RuntimeRoutingException;
import io.mehari.TypeConversionException;
import io.mehari.impl.text.BasicValue;
import io.mehari.impl.text.Lookalike;
import io.mehari.spi.internal.SafeText;
import io.mehari.spi.internal.Values;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A public method of an object, as a step and as an expression.
 *
 * @param bean the object; null if the method is static
 * @param name the class, the method and the types of its parameters
 * @param returns whether the method has a result
 * @param call calls the method with an exchange: {@code (Exchange)Object}
 */
record BeanMethod(@Nullable Object bean, String name, boolean returns, MethodHandle call) implements Values.Method {
    /*
     * Everything is decided when the route is described. The handle reads each argument from the exchange and passes
     * it on in its own type, so a call makes no array, and no box besides those of conversions and of the result.
     */
    private static final MethodType CALL = MethodType.methodType(Object.class, Exchange.class);
    private static final MethodHandle EVALUATE = evaluate();
    private static final String NOT_ANNOTATED = "it has no annotation, but a parameter before it is the body already:"
            + " annotate it with @Header(\"name\"), @ExchangeProperty(\"name\") or another annotation of io.mehari";

    private static MethodHandle evaluate() {
        try {
            return MethodHandles.publicLookup().findVirtual(Expression.class, "evaluate", CALL);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Finds the method.
     *
     * @param step {@code bean} or {@code method}, for messages
     * @param bean an object, or a class: an object of it is created, unless the method is static
     * @param wanted the name of the method, which may be followed by types in parentheses; null for the only one
     * @throws IllegalArgumentException if there is no such method, if there are several, or if it cannot be called
     */
    static BeanMethod of(String step, Object bean, @Nullable String wanted) {
        Class<?> type = bean instanceof Class<?> given ? given : bean.getClass();
        String place = step + "(" + type.getTypeName() + (wanted == null ? "): " : ", " + SafeText.of(wanted) + "): ");
        Method method = find(type, wanted, place);
        MethodHandle handle = Getters.handle(type, method);
        if (handle == null) {
            throw new IllegalArgumentException(place + Getters.closed(type));
        }
        boolean isStatic = Modifier.isStatic(method.getModifiers());
        Object target = isStatic ? null : bean == type ? created(type, place) : bean;
        MethodHandle bound = isStatic ? handle.asFixedArity() : handle.bindTo(target);
        String name = type.getTypeName() + "." + shown(method, Class::getSimpleName);
        MethodHandle call = adapted(bound, method.getParameters(), name);
        return new BeanMethod(target, name, method.getReturnType() != void.class, call);
    }

    // ---- which method

    private static Method find(Class<?> type, @Nullable String wanted, String place) {
        List<Method> found = matching(type.getMethods(), each -> fits(each, wanted));
        found = preferred(found, each -> !each.isBridge()); // a bridge alone leads to a superclass that is hidden
        found = preferred(found, each -> each.isAnnotationPresent(Handler.class));
        if (wanted == null) {
            found = preferred(found, each -> each.getDeclaringClass() == type);
        }
        if (found.size() != 1) {
            throw new IllegalArgumentException(place + (found.isEmpty() ? none(type, wanted) : several(found)));
        }
        return found.get(0);
    }

    private static List<Method> matching(Method[] methods, Predicate<Method> rule) {
        return Arrays.stream(methods).filter(rule).toList();
    }

    private static List<Method> preferred(List<Method> methods, Predicate<Method> rule) {
        List<Method> some = methods.stream().filter(rule).toList();
        return some.isEmpty() ? methods : some;
    }

    private static boolean fits(Method method, @Nullable String wanted) {
        String shown = shown(method, Class::getSimpleName);
        if (wanted == null) {
            return !shown(List.of(Object.class.getMethods())).contains(shown);
        }
        String text = wanted.replace(" ", "").replace(".class", "");
        return text.equals(method.getName()) || text.equals(shown) || text.equals(shown(method, Class::getTypeName));
    }

    private static String none(Class<?> type, @Nullable String wanted) {
        for (Class<?> each = type; wanted != null && each != null; each = each.getSuperclass()) {
            if (!matching(each.getDeclaredMethods(), any -> fits(any, wanted)).isEmpty()) {
                return "the method is not public: make it public";
            }
        }
        List<String> others = shown(matching(type.getMethods(), each -> fits(each, null)));
        return "there is no such public method; it has " + (others.isEmpty() ? "none" : String.join(", ", others))
                + ". In parentheses there may be the types of the parameters, as in \"price(String,int)\"";
    }

    private static String several(List<Method> found) {
        List<String> shown = shown(found);
        return "there are several: " + String.join(", ", shown) + ". Give the name with the types of the parameters, as"
                + " in \"" + shown.get(0) + "\", or mark one with @Handler";
    }

    private static List<String> shown(List<Method> methods) {
        return methods.stream()
                .map(each -> shown(each, Class::getSimpleName))
                .sorted()
                .toList();
    }

    private static String shown(Method method, Function<Class<?>, String> types) {
        return Arrays.stream(method.getParameterTypes())
                .map(types)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    private static Object created(Class<?> type, String place) {
        try {
            Constructor<?> constructor = type.getConstructor();
            constructor.trySetAccessible(); // if not, newInstance says why
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            Throwable cause = e instanceof InvocationTargetException thrown ? thrown.getTargetException() : e;
            throw new IllegalArgumentException(
                    place + "cannot create an object of the class: " + SafeText.of(cause)
                            + "; give it a public constructor without parameters, or pass an object",
                    cause);
        }
    }

    // ---- its arguments

    private static MethodHandle adapted(MethodHandle method, Parameter[] parameters, String name) {
        MethodHandle[] arguments = new MethodHandle[parameters.length];
        boolean bodyGiven = false;
        for (int i = 0; i < arguments.length; i++) {
            String place = name + ": parameter " + (i + 1) + ": ";
            Expression argument = argument(parameters[i], place);
            if (argument == null) {
                if (bodyGiven && !parameters[i].isAnnotationPresent(Body.class)) {
                    throw new IllegalArgumentException(place + NOT_ANNOTATED);
                }
                argument = converted(Exchange::getBody, parameters[i].getType(), place + "the body");
                bodyGiven = true;
            }
            Class<?> type = method.type().parameterType(i);
            arguments[i] = EVALUATE.bindTo(argument).asType(MethodType.methodType(type, Exchange.class));
        }
        MethodHandle filtered = MethodHandles.filterArguments(method, 0, arguments);
        MethodType shared = MethodType.methodType(method.type().returnType(), Exchange.class);
        return MethodHandles.permuteArguments(filtered, shared, new int[arguments.length])
                .asType(CALL);
    }

    /** The argument of a parameter; null if it is the body. */
    private static @Nullable Expression argument(Parameter parameter, String place) {
        Class<?> type = parameter.getType();
        if (type == Exchange.class || type == Message.class) {
            return exchange -> exchange;
        }
        if (type == RoutingContext.class) {
            return Exchange::getContext;
        }
        if (parameter.isAnnotationPresent(Headers.class)) {
            return map(Exchange::getHeaders, type, place);
        }
        if (parameter.isAnnotationPresent(ExchangeProperties.class)) {
            return map(Exchange::getProperties, type, place);
        }
        if (parameter.isAnnotationPresent(ExchangeException.class)) {
            return converted(BasicValue::exception, type, place + "the exception");
        }
        return named(parameter, type, place);
    }

    private static @Nullable Expression named(Parameter parameter, Class<?> type, String place) {
        Header header = parameter.getAnnotation(Header.class);
        if (header != null) {
            String name = checked(header.value(), true, place);
            return converted(exchange -> exchange.getHeader(name), type, place + "the header " + name);
        }
        ExchangeProperty property = parameter.getAnnotation(ExchangeProperty.class);
        if (property != null) {
            String name = checked(property.value(), false, place);
            return converted(exchange -> exchange.getProperty(name), type, place + "the property " + name);
        }
        return null;
    }

    private static String checked(String name, boolean isHeader, String place) {
        String remedy = Lookalike.remedyOfName(name, isHeader);
        if (remedy != null) {
            throw new IllegalArgumentException(place + SafeText.of(name) + ": " + remedy);
        }
        return name;
    }

    private static Expression map(Expression value, Class<?> type, String place) {
        if (!type.isAssignableFrom(Map.class)) {
            throw new IllegalArgumentException(place + "it is a " + type.getTypeName() + ": declare it as a Map");
        }
        return value;
    }

    private static Expression converted(Expression value, Class<?> type, String what) {
        Class<?> wanted = MethodType.methodType(type).wrap().returnType();
        return exchange -> {
            Object found = value.evaluate(exchange);
            return wanted.isInstance(found) ? found : converted(exchange, found, type, wanted, what);
        };
    }

    private static @Nullable Object converted(
            Exchange exchange, @Nullable Object value, Class<?> type, Class<?> wanted, String what) {
        if (value == null) {
            if (type.isPrimitive() && type != boolean.class) {
                throw new RuntimeRoutingException(
                        what + " is null, and " + type + " takes no null: declare the parameter as "
                                + wanted.getSimpleName() + ", or set a value before");
            }
            return type == boolean.class ? false : null; // as for getBody(boolean.class)
        }
        try {
            return exchange.getContext().getTypeConverter().mandatoryConvertTo(wanted, exchange, value);
        } catch (NoTypeConversionAvailableException e) {
            throw new RuntimeRoutingException(what + " does not fit. " + e.getMessage(), e);
        } catch (TypeConversionException e) {
            throw new TypeConversionException(what, e);
        }
    }

    // ---- for each message

    @Override
    public void process(Exchange exchange) {
        Object result = evaluate(exchange);
        if (returns) {
            exchange.setBody(result);
        }
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // all are passed on
    public @Nullable Object evaluate(Exchange exchange) {
        try {
            return call.invokeExact(exchange);
        } catch (Throwable e) {
            throw Getters.<RuntimeException>unchanged(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
