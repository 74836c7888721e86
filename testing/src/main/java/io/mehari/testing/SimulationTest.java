package io.mehari.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each of several seeds, each time in a {@link Simulation} of its own. Its parameters may be
 * a {@link Simulation}, its {@link SimulatedTime}, its {@link Chaos}, its context or a producer template. The class
 * needs no {@code @ExtendWith}.
 *
 * <p>{@code -Dmehari.seed=17} runs it only with that seed; {@code -Dmehari.seeds=1000} runs it with 1000 seeds.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SimulationExtension.class)
public @interface SimulationTest {
    /** The number of seeds, from 1 on. */
    int seeds() default 1;
}
