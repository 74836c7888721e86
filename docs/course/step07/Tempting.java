package step07;

/** One bit tells {@code A} from {@code a}, so why not leave it out? */
final class Tempting {

    private Tempting() {}

    // region fold
    static char fold(char c) {
        return (char) (c | 0x20);
    }
    // endregion
}
