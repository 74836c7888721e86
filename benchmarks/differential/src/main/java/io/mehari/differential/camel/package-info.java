/** What runs cases on Apache Camel; its sources are also rewritten, and run them on Mehari. */
@org.jspecify.annotations.NullMarked
package io.mehari.differential.camel;
