package io.mehari.testing;

/** A thread of a simulation: a real one, which runs while it has the turn. */
final class SimulatedThread extends Thread {
    private final Member member;
    private final boolean shared;

    /** @param shared whether it works for several routes; see law S2 */
    SimulatedThread(Turns turns, String name, Runnable task, boolean shared) {
        super(null, task, name, 0, false);
        this.shared = shared;
        member = new Member(this, turns);
        setDaemon(true);
    }

    Member member() {
        return member;
    }

    boolean isShared() {
        return shared;
    }

    @Override
    public synchronized void start() {
        member.turns.join(member);
        boolean started = false;
        try {
            super.start();
            started = true;
        } finally {
            if (!started) {
                member.turns.ended(member);
            }
        }
    }

    @Override
    public void run() {
        try {
            member.turns.awaitTurn(member);
            super.run();
        } catch (Turns.Closed e) {
            // the simulation is closed: so this thread ends
        } finally {
            member.turns.ended(member);
        }
    }

    @Override
    public void interrupt() {
        super.interrupt();
        member.turns.unpark(member);
    }
}
