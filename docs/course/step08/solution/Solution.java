package step08.solution;

import java.util.ArrayList;
import java.util.List;
import step08.Exercise;

/** Names of one length, which differ only in characters that the hash does not read. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public List<String> namesOfOneHash(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add("X-Tr" + (10_000_000 + i) + "acer");
        }
        return names;
    }
}
