package io.mehari.spi;

/** Has a place among others: the lower comes first. */
public interface Ordered {
    int HIGHEST = Integer.MIN_VALUE;
    int LOWEST = Integer.MAX_VALUE;

    default int getOrder() {
        return 0;
    }
}
