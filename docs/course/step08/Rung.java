package step08;

/** The exchange of step 7, with a table that defends itself. */
public final class Rung extends step07.Rung {

    public Rung() {}

    @Override
    protected Guarded newTable() {
        return new Guarded();
    }
}
