package io.mehari.testing;

import io.mehari.impl.DefaultRoutingContext;
import io.mehari.spi.ThreadPools;

/** Creates the threads of a simulation. They are real threads, which run only while they have the turn. */
final class SimulatedThreads {
    /*
     * Virtual threads change turns without the operating system, so a simulation with many turns is several times as
     * fast. They need a JDK whose virtual threads can wait in a synchronized block (JEP 491). Platform threads are the
     * default, because debuggers show their stacks better.
     */
    static final String VIRTUAL = "mehari.simulation.virtualThreads";
    private static final int CAN_WAIT_IN_SYNCHRONIZED = 24;
    private static final ThreadPools REAL =
            new DefaultRoutingContext("simulation").getRoutingContextExtension().getThreadPools();

    private final Turns turns;
    private final boolean virtual;

    SimulatedThreads(Turns turns) {
        this.turns = turns;
        this.virtual = Boolean.getBoolean(VIRTUAL) && Runtime.version().feature() >= CAN_WAIT_IN_SYNCHRONIZED;
    }

    /**
     * A member whose thread is not started yet.
     *
     * @param shared whether it works for several routes; see law S2
     */
    Member make(String name, Runnable task, boolean shared) {
        Life life = new Life(task);
        Thread thread = virtual ? REAL.newVirtualThread(name, life) : REAL.newThread(name, life);
        Member made = new Member(thread, turns, shared);
        life.member = made;
        turns.join(made);
        return made;
    }

    private final class Life implements Runnable {
        private final Runnable task;
        /** Set before the thread starts. */
        private Member member = turns.driver();

        Life(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            try {
                turns.begin(member);
                task.run();
            } catch (Turns.Closed e) {
                // the simulation is closed, so this thread ends
            } finally {
                turns.ended(member);
            }
        }
    }
}
