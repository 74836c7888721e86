package io.mehari.impl.base;

/**
 * Keeps interrupts from a stop. A stop clears the interrupt of its thread with {@link Thread#interrupted}, and restores
 * it at the end. Otherwise a stop by an interrupted thread would wait for nothing, and messages would be lost.
 */
public final class Interrupts {
    private Interrupts() {}

    /**
     * Interrupts the calling thread again.
     *
     * @param interrupted whether it was interrupted before or meanwhile; if not, this does nothing
     */
    public static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
