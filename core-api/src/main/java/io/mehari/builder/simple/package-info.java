/**
 * Values, texts and conditions of the route language: here they are read, evaluated and compared. Not exported: users
 * reach it through {@code RouteBuilder} and {@code ValueBuilder}.
 *
 * <p>{@link io.mehari.builder.simple.TextTemplate} reads a text when a route is described; what it makes only
 * evaluates. What it does not understand {@code mehari-simple} reads, if that jar is there.
 */
package io.mehari.builder.simple;
