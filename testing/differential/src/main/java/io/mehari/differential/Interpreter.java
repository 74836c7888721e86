package io.mehari.differential;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Executes the calls of a chain by the rules of a Java compiler: methods are found by the declared types, not by the
 * classes of the objects. So a chain does the same as its text in a program, and the interpreter knows which chains a
 * compiler would refuse.
 */
public final class Interpreter {
    static final String CAMEL = "Camel";

    private record Signature(Class<?> of, String name, List<Class<?>> arguments) {}

    /** A method, and its return type when it is called on a given class that has it. */
    private record Member(Method method, Class<?> returns) {}

    private final Class<?> builder;
    private final String prefix;
    private final Map<Signature, Optional<Member>> members = new ConcurrentHashMap<>();

    /** @param prefix the prefix of the names of well-known properties, instead of Camel's */
    Interpreter(Class<?> builder, String prefix) {
        this.builder = builder;
        this.prefix = prefix;
    }

    Class<?> builder() {
        return builder;
    }

    /** The type that the chain returns; null if a compiler refuses it. */
    @Nullable
    Class<?> type(Chain chain) {
        Class<?> type = builder;
        for (Chain.Call call : chain.calls()) {
            type = type(type, call);
            if (type == null) {
                return null;
            }
        }
        return type;
    }

    /** The type that the call returns on an object of that type; null if a compiler refuses it. */
    @Nullable
    Class<?> type(Class<?> type, Chain.Call call) {
        Member member = member(type, call);
        return member == null ? null : member.returns();
    }

    /** Executes all calls on that builder. In texts, the name replaces the marks. */
    public Object run(Object root, Chain chain, String name) throws Throwable {
        Object value = root;
        Class<?> type = builder;
        for (Chain.Call call : chain.calls()) {
            Member member = member(type, call);
            if (member == null) {
                throw new IllegalStateException(type.getSimpleName() + " has no " + call);
            }
            try {
                value = member.method().invoke(value, arguments(member.method(), root, call, name));
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
            type = member.returns();
        }
        return value;
    }

    private Object[] arguments(Method method, Object root, Chain.Call call, String name) throws Throwable {
        List<Object> values = new ArrayList<>();
        for (Object each : call.arguments()) {
            values.add(
                    each instanceof Chain chain
                            ? run(root, chain, name)
                            : each instanceof String text ? here(text).replace(Chain.MARK, name) : each);
        }
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            if (i == types.length - 1 && method.isVarArgs() && !isOneArray(types[i], values, i)) {
                Object rest = java.lang.reflect.Array.newInstance(types[i].getComponentType(), values.size() - i);
                for (int k = i; k < values.size(); k++) {
                    java.lang.reflect.Array.set(rest, k - i, values.get(k));
                }
                arguments[i] = rest;
            } else {
                arguments[i] = widened(types[i], values.get(i));
            }
        }
        return arguments;
    }

    private String here(String text) {
        return text.startsWith(CAMEL) ? prefix + text.substring(CAMEL.length()) : text;
    }

    private static boolean isOneArray(Class<?> type, List<Object> values, int at) {
        return values.size() == at + 1 && type.isInstance(values.get(at));
    }

    private static Object widened(Class<?> type, Object value) {
        return type == long.class && value instanceof Integer number ? (Object) number.longValue() : value;
    }

    // ---- rules of a compiler

    private @Nullable Member member(Class<?> type, Chain.Call call) {
        List<Class<?>> arguments = new ArrayList<>();
        for (Object each : call.arguments()) {
            Class<?> argument = each instanceof Chain chain ? type(chain) : each.getClass();
            if (argument == null) {
                return null;
            }
            arguments.add(argument);
        }
        return members.computeIfAbsent(new Signature(type, call.name(), arguments), Interpreter::find)
                .orElse(null);
    }

    private static Optional<Member> find(Signature signature) {
        Method best = null;
        for (boolean spread : new boolean[] {false, true}) {
            for (Method method : signature.of().getMethods()) {
                Method each = method.isBridge() ? source(method) : method;
                if (each != null
                        && each.getName().equals(signature.name())
                        && accepts(each, signature.arguments(), spread)
                        && (best == null || isCloser(each, best))) {
                    best = each;
                }
            }
            if (best != null) {
                break;
            }
        }
        if (best == null) {
            return Optional.empty();
        }
        best.setAccessible(true); // a public method of a class that is not public
        return Optional.of(new Member(best, raw(best.getGenericReturnType(), signature.of(), best.getReturnType())));
    }

    /**
     * The method of a superclass that is not public, which a compiler sees in place of the bridge; null for a bridge to
     * a method of the same class.
     */
    private static @Nullable Method source(Method bridge) {
        Class<?> above = bridge.getDeclaringClass().getSuperclass();
        for (Class<?> each = above; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (!method.isBridge()
                        && !Modifier.isPublic(each.getModifiers())
                        && method.getName().equals(bridge.getName())
                        && Arrays.equals(method.getParameterTypes(), bridge.getParameterTypes())) {
                    return method;
                }
            }
        }
        return null;
    }

    private static boolean accepts(Method method, List<Class<?>> arguments, boolean spread) {
        Class<?>[] types = method.getParameterTypes();
        int fixed = spread ? types.length - 1 : types.length;
        if (spread ? !method.isVarArgs() || arguments.size() < fixed : arguments.size() != fixed) {
            return false;
        }
        for (int i = 0; i < arguments.size(); i++) {
            if (!accepts(i < fixed ? types[i] : types[fixed].getComponentType(), arguments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean accepts(Class<?> parameter, Class<?> argument) {
        if (parameter == boolean.class) {
            return argument == Boolean.class;
        }
        if (parameter == int.class || parameter == long.class) {
            return argument == Integer.class;
        }
        return parameter.isAssignableFrom(argument);
    }

    private static boolean isCloser(Method one, Method other) {
        Class<?>[] ours = one.getParameterTypes();
        Class<?>[] theirs = other.getParameterTypes();
        if (ours.length != theirs.length) {
            return ours.length > theirs.length;
        }
        for (int i = 0; i < ours.length; i++) {
            if (ours[i] != theirs[i]) {
                return ours[i].isPrimitive() || theirs[i].isAssignableFrom(ours[i]);
            }
        }
        return other.getReturnType().isAssignableFrom(one.getReturnType());
    }

    /**
     * The class that a type means within another class. A type variable of a superclass is replaced by the type
     * argument that the class has for it.
     */
    private static Class<?> raw(Type type, Class<?> within, Class<?> otherwise) {
        if (type instanceof Class<?> known) {
            return known;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof TypeVariable<?> variable
                && variable.getGenericDeclaration() instanceof Class<?> declaring) {
            return bound(variable, declaring, within, otherwise);
        }
        return otherwise;
    }

    private static Class<?> bound(TypeVariable<?> variable, Class<?> declaring, Class<?> within, Class<?> otherwise) {
        for (Class<?> each = within; each != null && each != Object.class; each = each.getSuperclass()) {
            List<Type> supertypes = new ArrayList<>(List.of(each.getGenericInterfaces()));
            supertypes.add(each.getGenericSuperclass());
            for (Type supertype : supertypes) {
                if (supertype instanceof ParameterizedType above && above.getRawType() == declaring) {
                    int index = List.of(declaring.getTypeParameters()).indexOf(variable);
                    return raw(above.getActualTypeArguments()[index], within, otherwise);
                }
            }
        }
        return otherwise;
    }
}
