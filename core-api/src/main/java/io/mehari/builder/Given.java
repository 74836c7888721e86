package io.mehari.builder;

import org.jspecify.annotations.Nullable;

/** Refuses null arguments of the route language: when a route is described, not when a message comes. */
final class Given {
    static final String PROCESSOR = "a Processor, such as exchange -> ...";
    static final String EXPRESSION = "an Expression, such as body(), constant(value) or exchange -> ...";
    static final String PREDICATE = "a Predicate, such as header(\"type\").isEqualTo(\"express\")";
    static final String URI = "a URI, such as \"direct:orders\", or an Endpoint";
    static final String NAME = "its name";
    static final String PATTERN = "a pattern, such as \"*\" for all";
    static final String TEXT = "a text, such as \"order ${header.id}\"";

    static final String STRATEGY = "an AggregationStrategy, such as AggregationStrategies.useLatest()";
    static final String REPOSITORY = "a repository, such as MemoryIdempotentRepository";
    static final String EXECUTOR = "an executor, or leave it out";
    static final String POOL = "the name of an executor in the registry, or the id of a thread pool profile";
    static final String ERROR_HANDLER = "an error handler, such as defaultErrorHandler()";
    static final String BEAN = "an object, a class, or for bean(...) also the name of an object in the registry";
    static final String METHOD = "the name of a method, such as \"price\" or \"price(String,int)\"";
    static final String VALUE = "a value to compare with";

    private Given() {}

    static void check(@Nullable Object value, String method, String parameter, String instead) {
        if (value == null) {
            throw refusal(method, parameter, "", instead);
        }
        checkCondition(value, instead);
    }

    /** Refuses an array that is null or has a null element. */
    static void checkAll(@Nullable Object @Nullable [] values, String method, String parameter, String instead) {
        check(values, method, parameter, instead);
        for (int i = 0; values != null && i < values.length; i++) {
            if (values[i] == null) {
                throw refusal(method, parameter, "[" + i + "]", instead);
            }
            checkCondition(values[i], instead);
        }
    }

    private static void checkCondition(@Nullable Object value, String instead) {
        if (value instanceof ValueBuilder condition && instead.equals(PREDICATE)) {
            condition.condition();
        }
    }

    private static IllegalArgumentException refusal(String method, String parameter, String index, String instead) {
        return new IllegalArgumentException(
                method + "(" + parameter + "): " + parameter + index + " is null; give " + instead);
    }
}
