package step08;

import course.Table;
import java.security.SecureRandom;

/** The headers of the exchange: a name that needs too many probes makes the table use the keyed hash. */
public final class Guarded extends Table {
    private static final int MAX_PROBES = 48;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long KEY0 = RANDOM.nextLong();
    private static final long KEY1 = RANDOM.nextLong();

    private boolean keyed;

    public Guarded() {}

    private Guarded(Guarded other) {
        super(other);
        keyed = other.keyed;
    }

    @Override
    public Guarded copy() {
        return new Guarded(this);
    }

    @Override
    protected int hash(String name) {
        return keyed ? KeyedHash.hash(name, KEY0, KEY1) : super.hash(name);
    }

    @Override
    protected void entered(int probes) {
        if (probes > MAX_PROBES && !keyed) {
            keyed = true;
            enterAgain();
        }
    }
}
