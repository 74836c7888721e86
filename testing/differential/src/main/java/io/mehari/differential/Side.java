package io.mehari.differential;

import java.util.List;

/** One of the two sides: a context in which many cases run. */
public interface Side {

    /** The class of the builder on which the statements of a case begin. */
    Class<?> builder();

    /** Runs the cases. Returns their outcomes in the same order. */
    List<Outcome> run(List<Plan> plans, Interpreter interpreter) throws Exception;
}
