/** Programs that run in the JVMs that measure, with the framework on their class path. */
@org.jspecify.annotations.NullMarked
package io.mehari.lab.fork;
