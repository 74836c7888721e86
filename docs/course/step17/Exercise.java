package step17;

import java.util.HashMap;
import java.util.Map;

/** Exercise: what is shared by all messages must not grow with what a sender sends. */
public class Exercise {

    /** As many names as may be kept. */
    public static final int MOST = 1000;

    /** As many characters as a name that is kept may have. */
    public static final int LONGEST = 64;

    private final Map<String, Integer> numbers = new HashMap<>();

    public Exercise() {}

    /**
     * The number of a name that all messages share, from 0 on in the order of their first use. A name without a number
     * has -1; a message keeps such a name itself.
     */
    public int number(String name) {
        Integer number = numbers.get(name);
        if (number == null) {
            number = numbers.size();
            numbers.put(name, number);
        }
        return number;
    }
}
