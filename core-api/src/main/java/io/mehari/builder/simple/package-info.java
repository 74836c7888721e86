/**
 * Texts with placeholders and conditions, as {@code simple(...)} takes them: they are read here, and values are
 * evaluated, compared and split. Not exported: users reach it through {@code RouteBuilder.simple} and {@code
 * ValueBuilder}.
 *
 * <p>{@link io.mehari.builder.simple.TextTemplate} reads a text, {@link io.mehari.builder.simple.SimpleCondition} a
 * condition. Both read when a route is described; what they make only evaluates.
 */
package io.mehari.builder.simple;
