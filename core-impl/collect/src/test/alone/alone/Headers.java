package alone;

import io.mehari.collect.CaseInsensitiveMap;
import io.mehari.collect.FlatMap;

/** Uses the maps without the rest of Mehari. MapsAloneTest compiles it and runs it. */
public class Headers {

    public static void main(String[] args) {
        // region headers
        CaseInsensitiveMap<Object> headers = new CaseInsensitiveMap<>();
        headers.put("Content-Type", "text/plain");
        CaseInsensitiveMap<Object> copy = headers.copy(); // shares the entries until one of the two is changed
        copy.put("CONTENT-TYPE", "text/html");
        System.out.println(headers.get("content-type") + ", " + copy); // text/plain, {Content-Type=text/html}
        // endregion
        everyOtherClass();
    }

    /** Names with one quick hash make a map use the keyed hash, which needs SecureRandom. */
    private static void everyOtherClass() {
        CaseInsensitiveMap<Object> flood = new CaseInsensitiveMap<>();
        FlatMap<Object, Object> numbers = new FlatMap<>();
        for (int i = 0; i < 100; i++) {
            flood.put("X" + (char) ('a' + i % 26) + "-" + (char) ('a' + i / 26) + "-same-hash", i);
            numbers.put(i, i);
        }
        numbers.keySet().removeIf(i -> !flood.get("xa-a-SAME-HASH").equals(i));
        System.out.println(flood.size() + ", " + numbers + ", " + flood.containsKey("\u212a"));
    }
}
