package io.mehari.component.queue;

/** Makes rings of one kind and capacity. */
@FunctionalInterface
interface Rings {
    /**
     * A ring to be used from now on.
     *
     * @param oneTaker whether one thread at a time takes from it
     */
    Ring make(boolean oneTaker);
}
