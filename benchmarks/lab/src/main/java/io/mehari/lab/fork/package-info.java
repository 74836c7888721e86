/** Programs for the measuring JVMs, which have the framework on their class path. */
@org.jspecify.annotations.NullMarked
package io.mehari.lab.fork;
