/** Runs cases on Apache Camel. The same sources are rewritten to run them on Mehari. */
@org.jspecify.annotations.NullMarked
package io.mehari.differential.camel;
