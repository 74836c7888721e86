package io.mehari.spi;

/** Something with an order; the lower one comes first. */
public interface Ordered {
    int HIGHEST = Integer.MIN_VALUE;
    int LOWEST = Integer.MAX_VALUE;

    default int getOrder() {
        return 0;
    }
}
