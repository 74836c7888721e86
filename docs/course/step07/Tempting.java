package step07;

/** {@code A} and {@code a} differ in one bit, so why not ignore that bit? */
final class Tempting {

    private Tempting() {}

    // region fold
    static char fold(char c) {
        return (char) (c | 0x20);
    }
    // endregion
}
