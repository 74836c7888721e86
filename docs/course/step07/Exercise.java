package step07;

/** Exercise: tell if a name begins with a prefix, where only A to Z equal a to z. */
public class Exercise {

    public Exercise() {}

    @SuppressWarnings("StringCaseLocaleUsage") // one of its faults
    public boolean startsWith(String name, String prefix) {
        return name.toLowerCase().startsWith(prefix.toLowerCase());
    }
}
