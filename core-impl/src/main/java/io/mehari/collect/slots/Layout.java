package io.mehari.collect.slots;

import io.mehari.spi.internal.AsciiCase;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The names of a storage in their order, without the values. All storages to which the same names were added in the
 * same order share one layout, so that each of them needs one reference for all its names. A layout also caches
 * look-ups, of present and absent names and in any spelling. So a look-up of a constant usually takes one comparison of
 * references. (JavaScript engines call this a hidden class or shape.)
 */
final class Layout {
    /*
     * Layouts form a tree: the root has no names, a child has one name more than its parent. A parent refers to its
     * children weakly, so a layout lives as long as a storage uses it, and no name stays when the messages that had it
     * are gone. At most MOST_LAYOUTS live at a time. If no layout can be made, the storage holds its names itself, in
     * pairs or with an index. So names that occur only once, as in an attack, fill neither the memory nor the tables
     * for long.
     *
     * While a concurrent garbage collector marks, WeakReference.get() keeps what it returns until the next collection,
     * whether it is used or not. If every message called get() on an unused layout, that layout would never be
     * collected. So get() is called only on the layout of the name that is looked for. To test whether a reference is
     * cleared, refersTo(null) is used, which keeps nothing.
     *
     * When a name is removed, the layout of the remaining names is taken from the tree if it is there. Otherwise one
     * layout is created, without a parent. The whole path from the root would be n layouts for each of n removed names.
     *
     * Threads share layouts without synchronization. All fields but 'room' and 'fewer' are final, and the constructor
     * fills the arrays, so every thread sees a layout as it was made. Later writes to elements of 'known', 'children'
     * and 'fewer', and to 'room', may be seen late, never, or in any order. A thread that does not see one repeats the
     * work: it searches, or makes a second layout for the same names, which also works. The elements are objects with
     * final fields and a weak reference. If another thread does not see the referent yet, the reference looks cleared,
     * and the work is repeated, too.
     */

    /** A storage with more names has an index of its own, which is then small compared with its content. */
    static final int MOST_NAMES = 64;

    private static final int LONGEST_NAME = 128;
    /** The number of names with the same hash; a search must compare each. */
    private static final int MOST_TWINS = 2;

    private static final int MOST_LAYOUTS = 1024;
    /** Powers of two. */
    private static final int PLACES_OF_ROOT = 64;

    private static final int PLACES = 8;
    private static final int FEWEST_KNOWN = 32;
    /** The number of places in which the look-up of a name may be cached; a power of two. */
    private static final int WAYS = 4;

    private static final Child NONE = new Child(null);

    static final Layout FOLDED = new Layout(true);
    static final Layout PLAIN = new Layout(false);

    /** All layouts that are in use; kept only to limit their number. Guarded by itself. */
    private static final Child[] LIVING = new Child[MOST_LAYOUTS];

    private static int latest;

    /** Empty unless LIVING was full after the latest garbage collection. */
    private static volatile WeakReference<@Nullable Object> full = new WeakReference<>(null);

    final String[] names;
    private final int[] hashes;
    private final boolean folded;
    private final String last;
    private final @Nullable Layout parent;
    private final Known[] known;

    private int room;

    /** Layouts with one name more: first the one that was made first, then places by the hash of that name. */
    private final Child[] children;

    /** Layouts with one name less, by the number of that name. */
    private Child @Nullable [] fewer;

    /** The cached look-up of a name: its position, or -1 if it is absent. */
    private static final class Known extends WeakReference<String> {
        final int position;

        Known(String name, int position) {
            super(name);
            this.position = position;
        }
    }

    /** Refers to a layout, and knows its last name without looking at the layout. */
    private static final class Child extends WeakReference<@Nullable Layout> {
        private final WeakReference<@Nullable String> lastName;
        private final int lastHash;

        Child(@Nullable Layout layout) {
            super(layout);
            lastName = new WeakReference<>(layout == null ? null : layout.last);
            lastHash = layout == null ? 0 : layout.last.hashCode();
        }

        /** The layout, if this very object is its last name. */
        @Nullable
        Layout ofSame(String name) {
            return lastName.refersTo(name) ? get() : null;
        }

        /** The layout, if its last name is equal to this one, which has that hash. */
        @Nullable
        Layout ofEqual(String name, int hash) {
            if (lastHash != hash) {
                return null;
            }
            Layout layout = get();
            return layout != null && (layout.last == name || layout.last.equals(name)) ? layout : null;
        }

        boolean isFree() {
            return refersTo(null);
        }
    }

    private Layout(boolean folded) {
        this(null, folded, new String[0], new int[0], 1 + PLACES_OF_ROOT);
    }

    private Layout(@Nullable Layout parent, boolean folded, String[] names, int[] hashes, int places) {
        int size = names.length;
        this.parent = parent;
        this.folded = folded;
        this.names = names;
        this.hashes = hashes;
        last = size == 0 ? "" : names[size - 1];
        room = size;
        known = new Known[size <= 16 ? FEWEST_KNOWN : 4 * Integer.highestOneBit(size - 1)];
        children = none(places);
    }

    private static Child[] none(int length) {
        Child[] none = new Child[length];
        Arrays.fill(none, NONE);
        return none;
    }

    int size() {
        return names.length;
    }

    // ---- look-up

    /** The position of the name (twice its number), or -1. */
    int find(Object key) {
        if (!(key instanceof String name)) {
            return -1;
        }
        Known[] known = this.known;
        int at = name.hashCode() & (known.length - 1);
        Known entry = known[at];
        return entry != null && entry.refersTo(name) ? entry.position : findOtherwise(name, at);
    }

    private int findOtherwise(String name, int at) {
        for (int way = 1; way < WAYS; way++) {
            Known entry = known[at ^ way];
            if (entry != null && entry.refersTo(name)) {
                return entry.position;
            }
        }
        int position = search(name);
        if (name.length() <= LONGEST_NAME) {
            remember(name, position, at);
        }
        return position;
    }

    /** Caches a look-up in a free place. If there is none, it replaces another one, but only in one of 32 calls. */
    private void remember(String name, int position, int at) {
        for (int way = 0; way < WAYS; way++) {
            if (isFree(known[at ^ way])) {
                known[at ^ way] = new Known(name, position);
                return;
            }
        }
        int way = ThreadLocalRandom.current().nextInt(32 * WAYS);
        if (way < WAYS) {
            known[at ^ way] = new Known(name, position);
        }
    }

    private static boolean isFree(@Nullable Known entry) {
        return entry == null || entry.refersTo(null);
    }

    private int search(String name) {
        int hash = hash(name);
        int[] hashes = this.hashes;
        for (int i = 0; i < hashes.length; i++) {
            if (hashes[i] == hash && (folded ? AsciiCase.equal(names[i], name) : names[i].equals(name))) {
                return 2 * i;
            }
        }
        return -1;
    }

    private int hash(String name) {
        return folded ? QuickHash.of(name) : name.hashCode();
    }

    // ---- one name more

    /** The layout with one more name, which must be absent in this one; null if no layout can be made. */
    @Nullable
    Layout with(String name) {
        Layout first = children[0].ofSame(name);
        return first != null ? first : withOther(name);
    }

    /** Like {@link #with}, for the root, which keeps no layout in its first place. */
    @Nullable
    Layout withOther(String name) {
        Layout more = child(name);
        return more != null || isFull() || isHarmful(name) || freePlace(name) < 0 ? more : make(name);
    }

    private @Nullable Layout child(String name) {
        int hash = name.hashCode();
        int at = hash & (children.length - 2);
        Layout more = children[1 + at].ofEqual(name, hash);
        if (more == null) {
            more = children[1 + (at ^ 1)].ofEqual(name, hash);
        }
        return more != null ? more : children[0].ofEqual(name, hash);
    }

    private static boolean isFull() {
        return !full.refersTo(null);
    }

    private boolean isHarmful(String name) {
        if (names.length == MOST_NAMES || name.length() > LONGEST_NAME) {
            return true;
        }
        int hash = hash(name);
        int twins = 0;
        for (int each : hashes) {
            twins += each == hash ? 1 : 0;
        }
        return twins > MOST_TWINS;
    }

    private @Nullable Layout make(String name) {
        int size = names.length;
        String[] moreNames = Arrays.copyOf(names, size + 1);
        moreNames[size] = name;
        int[] moreHashes = Arrays.copyOf(hashes, size + 1);
        moreHashes[size] = hash(name);
        Layout more = new Layout(this, folded, moreNames, moreHashes, 1 + PLACES);
        Child child = new Child(more);
        synchronized (LIVING) {
            Layout made = child(name); // by another thread, since this one looked
            int place = freePlace(name);
            if (made != null || place < 0 || !enter(child)) {
                return made;
            }
            children[place] = child;
            for (Layout each = this; each != null; each = each.parent) {
                each.expect(size + 1);
            }
        }
        return more;
    }

    private int freePlace(String name) {
        if (names.length > 0 && children[0].isFree()) {
            return 0;
        }
        int at = name.hashCode() & (children.length - 2);
        if (children[1 + at].isFree()) {
            return 1 + at;
        }
        return children[1 + (at ^ 1)].isFree() ? 1 + (at ^ 1) : -1;
    }

    /** Counts a new layout; false when MOST_LAYOUTS are in use. */
    private static boolean enter(Child child) {
        for (int i = 0; i < LIVING.length; i++) {
            latest = (latest + 1) % LIVING.length;
            Child former = LIVING[latest];
            if (former == null || former.isFree()) {
                LIVING[latest] = child;
                return true;
            }
        }
        full = new WeakReference<>(new Object());
        return false;
    }

    // ---- room

    /** How many values a storage with this layout makes room for, including those that usually follow. */
    int room() {
        return Math.max(room, names.length); // another thread may not see what the constructor wrote
    }

    /** Notes that a storage of this layout grew to that size. The room is at most four more, or twice as many. */
    private void expect(int size) {
        room = Math.max(room, Math.min(size, Math.max(2 * names.length, names.length + 4)));
    }

    // ---- one name less

    /** The layout without one of the names; null if no layout can be made. */
    @Nullable
    Layout without(int number) {
        Child[] fewer = this.fewer;
        Child former = fewer == null ? null : fewer[number];
        Layout less = former == null ? null : former.get();
        return less != null ? less : withoutOther(number);
    }

    private @Nullable Layout withoutOther(int number) {
        Layout less = folded ? FOLDED : PLAIN;
        for (int i = 0; i < names.length && less != null; i++) {
            if (i != number) {
                less = less.child(names[i]);
            }
        }
        if (less == null) {
            less = isFull() ? null : makeWithout(number);
        }
        if (less != null) {
            rememberWithout(number, new Child(less));
        }
        return less;
    }

    private @Nullable Layout makeWithout(int number) {
        int size = names.length;
        String[] fewerNames = Arrays.copyOf(names, size - 1);
        System.arraycopy(names, number + 1, fewerNames, number, size - 1 - number);
        int[] fewerHashes = Arrays.copyOf(hashes, size - 1);
        System.arraycopy(hashes, number + 1, fewerHashes, number, size - 1 - number);
        Layout less = new Layout(null, folded, fewerNames, fewerHashes, 1 + PLACES);
        Child child = new Child(less);
        synchronized (LIVING) {
            return enter(child) ? less : null;
        }
    }

    private void rememberWithout(int number, Child child) {
        Child[] fewer = this.fewer;
        if (fewer == null) {
            fewer = new Child[names.length];
            this.fewer = fewer;
        }
        fewer[number] = child;
    }
}
