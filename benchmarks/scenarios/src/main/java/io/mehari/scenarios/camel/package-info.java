/** The scenarios as a user of Apache Camel writes them; run with the jars of one release of Camel. */
@org.jspecify.annotations.NullMarked
package io.mehari.scenarios.camel;
