package step08;

import java.util.Arrays;

/** The table of step 6, which trusts its hash. */
final class Before {

    private Object[] pairs = new Object[16];
    private int[] index = new int[16];
    private int count;

    /** How many places of the index were looked at so far: the work, without a clock. */
    long looks;

    Object get(String name) {
        int pair = index[find(name)] - 1;
        return pair < 0 ? null : pairs[2 * pair + 1];
    }

    void put(String name, Object value) {
        int place = find(name);
        if (index[place] != 0) {
            pairs[2 * index[place] - 1] = value;
            return;
        }
        if (2 * count == pairs.length) {
            grow();
            place = find(name);
        }
        pairs[2 * count] = name;
        pairs[2 * count + 1] = value;
        index[place] = ++count;
    }

    // region find
    /** Where in the index this name is, or where it would be. */
    private int find(String name) {
        int place = hash(name) & (index.length - 1);
        looks++;
        while (index[place] != 0 && !Names.equal(name, (String) pairs[2 * index[place] - 2])) {
            place = (place + 1) & (index.length - 1);
            looks++;
        }
        return place;
    }

    static int hash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = 31 * hash + Names.fold(name.charAt(i));
        }
        return hash ^ (hash >>> 16);
    }
    // endregion

    private void grow() {
        pairs = Arrays.copyOf(pairs, 2 * pairs.length);
        index = new int[2 * index.length];
        for (int pair = 0; pair < count; pair++) {
            index[find((String) pairs[2 * pair])] = pair + 1;
        }
    }
}
