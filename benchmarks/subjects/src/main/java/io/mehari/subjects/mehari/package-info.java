/**
 * The scenarios in Mehari. The build makes the same for Apache Camel: it changes the names in {@code Routes} and {@code
 * Exchanges}, and adds {@code io.mehari.subjects.camel.Library}, where Camel differs.
 */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.mehari;
