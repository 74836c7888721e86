package io.mehari.scenarios.typechecks;

import io.mehari.scenarios.Fields;
import io.mehari.scenarios.Payload;
import io.mehari.scenarios.Run;
import io.mehari.scenarios.Variation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Measures one form once, in this JVM: {@code Passage behind-interfaces 2 1} measures with two threads for one second.
 * Each thread has its own messages; the threads share only classes.
 */
final class Passage {
    private Passage() {}

    /** Arguments: form, threads, seconds. */
    public static void main(String[] args) throws Exception {
        System.out.println(Run.aboutTheJvm());
        double seconds = Double.parseDouble(args[2]);
        Passage.nanos(args[0], Integer.parseInt(args[1]), seconds);
        System.out.println(new Fields("passage").number("nanos", nanos(args[0], Integer.parseInt(args[1]), seconds)));
    }

    /** Measures for this time. Returns the nanoseconds of a thread per message. */
    static double nanos(String form, int threads, double seconds) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Double>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                tasks.add(task(Form.of(form), i, (long) (seconds * 1e9)));
            }
            double sum = 0;
            for (Future<Double> each : pool.invokeAll(tasks)) {
                sum += each.get();
            }
            return sum / threads;
        } finally {
            pool.shutdownNow();
        }
    }

    private static Callable<Double> task(Form form, int thread, long nanos) {
        Object[] bodies = Payload.ring(Variation.of("cbr/mixed"), thread);
        Object[] messages = new Object[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            messages[i] = form.message(i, bodies[i]);
        }
        Form.Step[] steps = form.steps();
        return () -> {
            long begin = System.nanoTime();
            long passed = 0;
            long elapsed = 0;
            while (elapsed < nanos) {
                passAll(messages, steps);
                passed += messages.length;
                elapsed = System.nanoTime() - begin;
            }
            if (form.end().sum() != passed || !form.end().isEven()) {
                throw new IllegalStateException(form.end().sum() + " messages have arrived, not " + passed);
            }
            return (double) elapsed / passed;
        };
    }

    private static void passAll(Object[] messages, Form.Step[] steps) {
        for (Object message : messages) {
            for (Form.Step step : steps) {
                step.take(message);
            }
        }
    }
}
