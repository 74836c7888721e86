/**
 * Values, texts and conditions of the route language: here they are read, evaluated and compared; and the parts of a
 * value, which split, recipient list and placeholders such as {@code ${skip(2)}} take one by one. Users reach it
 * through {@code RouteBuilder} and {@code ValueBuilder}.
 *
 * <p>{@link io.mehari.impl.text.TextTemplate} reads a text when a route is described; what it makes only
 * evaluates. What it does not understand {@code mehari-simple} reads, if that jar is there.
 */
package io.mehari.impl.text;
