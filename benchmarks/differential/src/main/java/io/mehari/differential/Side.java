package io.mehari.differential;

import java.util.List;

/** One of the two that run the cases: a context in which many of them run. */
public interface Side {

    /** The builder on which the statements of a case begin. */
    Class<?> builder();

    /** Runs each case and says what came of it, in their order. */
    List<Outcome> run(List<Plan> plans, Interpreter interpreter) throws Exception;
}
