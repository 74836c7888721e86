/**
 * Texts with placeholders and conditions, as {@code simple(...)} takes them, and methods of beans. Not exported: users
 * reach it through {@code RouteBuilder.simple}, {@code bean} and {@code method}.
 *
 * <p>{@link io.mehari.simple.SimpleText} reads a text, {@link io.mehari.simple.SimpleCondition} a condition, {@link
 * io.mehari.simple.BeanMethod} finds a method. All do so when a route is described; what they make only evaluates.
 */
package io.mehari.simple;
