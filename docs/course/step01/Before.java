package step01;

import java.util.function.Supplier;

/** The first idea: compare the free memory before and after. */
final class Before {

    private Before() {}

    // region bytes
    static long bytes(Supplier<?> operation) {
        Runtime runtime = Runtime.getRuntime();
        long before = runtime.totalMemory() - runtime.freeMemory();
        Object unused = operation.get();
        return runtime.totalMemory() - runtime.freeMemory() - before;
    }
    // endregion
}
