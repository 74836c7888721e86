/** The scenarios in Apache Camel; run with the jars of one release. Two of the classes are made by the build. */
@org.jspecify.annotations.NullMarked
package io.mehari.subjects.camel;
