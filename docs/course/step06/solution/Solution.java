package step06.solution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import step06.Exercise;

/** Closes the gap in the pairs and rebuilds the index, which is fast enough for so few names. */
public final class Solution extends Exercise {

    public Solution() {}

    @Override
    public Headers headers() {
        return new Closed();
    }

    private static final class Closed extends Headers {
        private Object[] pairs = new Object[16];
        private int[] index = new int[16];
        private int count;

        @Override
        public Object get(String name) {
            int place = find(name);
            return index[place] == 0 ? null : pairs[2 * index[place] - 1];
        }

        @Override
        public void put(String name, Object value) {
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

        @Override
        public Object remove(String name) {
            int place = find(name);
            if (index[place] == 0) {
                return null;
            }
            int pair = index[place] - 1;
            Object last = pairs[2 * pair + 1];
            count--;
            System.arraycopy(pairs, 2 * pair + 2, pairs, 2 * pair, 2 * (count - pair));
            pairs[2 * count] = null;
            pairs[2 * count + 1] = null;
            enterAll();
            return last;
        }

        private void grow() {
            pairs = Arrays.copyOf(pairs, 2 * pairs.length);
            index = new int[2 * index.length];
            enterAll();
        }

        private void enterAll() {
            Arrays.fill(index, 0);
            for (int pair = 0; pair < count; pair++) {
                index[find((String) pairs[2 * pair])] = pair + 1;
            }
        }

        /** The slot of the index that has this name, or the free slot where it would be. */
        private int find(String name) {
            int place = hash(name) & (index.length - 1);
            while (index[place] != 0 && !name.equalsIgnoreCase((String) pairs[2 * index[place] - 2])) {
                place = (place + 1) & (index.length - 1);
            }
            return place;
        }

        private static int hash(String name) {
            int hash = 0;
            for (int i = 0; i < name.length(); i++) {
                hash = 31 * hash + Character.toLowerCase(Character.toUpperCase(name.charAt(i)));
            }
            return hash ^ (hash >>> 16);
        }

        @Override
        public List<String> names() {
            List<String> names = new ArrayList<>();
            for (int pair = 0; pair < count; pair++) {
                names.add((String) pairs[2 * pair]);
            }
            return names;
        }

        @Override
        public int room() {
            return pairs.length / 2;
        }
    }
}
