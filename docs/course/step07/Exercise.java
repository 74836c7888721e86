package step07;

/** Yours: whether a name begins with a prefix, where A to Z are a to z and nothing else is. */
public class Exercise {

    public Exercise() {}

    @SuppressWarnings("StringCaseLocaleUsage") // one of its faults
    public boolean startsWith(String name, String prefix) {
        return name.toLowerCase().startsWith(prefix.toLowerCase());
    }
}
