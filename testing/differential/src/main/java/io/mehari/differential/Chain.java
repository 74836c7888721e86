package io.mehari.differential;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A chain of calls, such as {@code from("direct:a").to("mock:b")}: the source text of a route as data. The first call
 * is on the route builder. An argument is a text, a number, a boolean, a class or another chain.
 *
 * <p>In texts, {@link #MARK} precedes each endpoint name. When a case runs, the name of the case replaces it, so that
 * many cases can run in one context.
 */
public record Chain(List<Call> calls) {
    static final String MARK = "@";

    /** One call of a chain. */
    public record Call(String name, List<?> arguments) {
        @Override
        public String toString() {
            return name + arguments.stream().map(Chain::literal).collect(Collectors.joining(", ", "(", ")"));
        }
    }

    public Chain(List<Call> calls) {
        this.calls = List.copyOf(calls);
    }

    static Call call(String name, Object... arguments) {
        return new Call(name, List.of(arguments));
    }

    static Chain of(String name, Object... arguments) {
        return new Chain(List.of(call(name, arguments)));
    }

    Chain then(String name, Object... arguments) {
        return new Chain(
                java.util.stream.Stream.concat(calls.stream(), java.util.stream.Stream.of(call(name, arguments)))
                        .toList());
    }

    /** The chain as Java source. */
    @Override
    public String toString() {
        return calls.stream().map(Call::toString).collect(Collectors.joining("."));
    }

    /** The texts in the chain, with the marks. */
    String raw() {
        return calls.stream()
                .flatMap(call -> call.arguments().stream())
                .map(each -> each instanceof Chain chain ? chain.raw() : each.toString())
                .collect(Collectors.joining(" "));
    }

    /** The chain as Java source, with a line for each call. */
    String lines() {
        return calls.stream().map(Call::toString).collect(Collectors.joining("\n        .")) + ";";
    }

    private static String literal(Object argument) {
        if (argument instanceof String text) {
            return '"' + text.replace(MARK, "").replace("\n", "\\n") + '"';
        }
        if (argument instanceof Class<?> type) {
            return type.getSimpleName() + ".class";
        }
        if (argument instanceof Enum<?> value) {
            return value.getDeclaringClass().getSimpleName() + "." + value.name();
        }
        return argument instanceof Long ? argument + "L" : argument.toString();
    }
}
