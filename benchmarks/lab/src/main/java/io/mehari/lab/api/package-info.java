/** The interfaces that an experiment implements. They need only the JDK, so they work with any framework. */
@org.jspecify.annotations.NullMarked
package io.mehari.lab.api;
