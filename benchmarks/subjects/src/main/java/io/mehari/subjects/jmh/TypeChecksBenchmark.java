package io.mehari.subjects.jmh;

import java.io.Serializable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;

/**
 * What does it cost to keep an exchange behind several interfaces? On JVMs before 23, a cast to one of several
 * interfaces writes into the class (JDK-8180450), so two threads that cast objects of one class disturb each other.
 * Expected on JDK 17: casts to interfaces are slower with one thread, and much slower with two; casts to classes are
 * not. On JDK 25 both are equally fast. Decision 001 has the figures.
 *
 * <p>{@code ./bench type-checks --jdk jdk-17,jdk-25}
 */
public class TypeChecksBenchmark extends Measured {
    private static final int MESSAGES = 1_000;

    /** Two classes in turn, as a plain and a pooled exchange; with one, the compiler would guess the class. */
    private final Object[] messages = new Object[MESSAGES];

    public TypeChecksBenchmark() {
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = i % 2 == 0 ? new Plain() : new Pooled();
        }
    }

    private interface Exchange {
        int body();
    }

    private interface Extension {
        int index();
    }

    private abstract static class ExchangeClass implements Exchange {
        @Override
        public final int body() {
            return 1;
        }
    }

    private abstract static class ExtensionClass extends ExchangeClass implements Extension {
        @Override
        public final int index() {
            return 2;
        }
    }

    private static final class Plain extends ExtensionClass {}

    @SuppressWarnings("serial") // one more interface, as a pooled exchange has
    private static final class Pooled extends ExtensionClass implements Serializable {}

    // Each cast is in a method of its own, as in the steps of a route: else the second would know what the first found.

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static int body(Object message) {
        return ((Exchange) message).body();
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static int index(Object message) {
        return ((Extension) message).index();
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static int bodyOfClass(Object message) {
        return ((ExchangeClass) message).body();
    }

    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private static int indexOfClass(Object message) {
        return ((ExtensionClass) message).index();
    }

    /** Per message, with four casts. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public int interfaces() {
        int sum = 0;
        for (Object each : messages) {
            sum += body(each) + index(each) + body(each) + index(each);
        }
        return sum;
    }

    /** Per message, with four casts. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public int classes() {
        int sum = 0;
        for (Object each : messages) {
            sum += bodyOfClass(each) + indexOfClass(each) + bodyOfClass(each) + indexOfClass(each);
        }
        return sum;
    }

    /** The same on two threads. */
    @Benchmark
    @Threads(2)
    @OperationsPerInvocation(MESSAGES)
    public int interfacesOnTwoThreads() {
        return interfaces();
    }

    /** The same on two threads. */
    @Benchmark
    @Threads(2)
    @OperationsPerInvocation(MESSAGES)
    public int classesOnTwoThreads() {
        return classes();
    }
}
