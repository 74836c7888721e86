/** The same operations as a user of Apache Camel writes them; loaded with the jars of one release of Camel. */
@org.jspecify.annotations.NullMarked
package io.mehari.benchmarks.camel;
