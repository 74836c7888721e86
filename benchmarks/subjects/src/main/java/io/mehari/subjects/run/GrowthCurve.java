package io.mehari.subjects.run;

import io.mehari.subjects.Flow;
import io.mehari.subjects.Scenario;
import io.mehari.subjects.Task;
import io.mehari.subjects.mehari.Routes;
import java.util.Locale;
import java.util.stream.LongStream;

/** The counts that grow, their range, and the work whose cost may grow with them. */
enum GrowthCurve {
    HEADERS_READ("reading a header in another spelling, among n", "header", 1_000, MessageGrowth::readHeaders),
    HEADERS_WRITTEN("a header of a new message with n", "header", 1_000, MessageGrowth::writeHeaders),
    PROPERTIES_READ("reading a property among n", "property", 1_000, MessageGrowth::readProperties),
    PROPERTIES_WRITTEN("a property of a new message with n", "property", 1_000, MessageGrowth::writeProperties),
    STEPS("a step of a route with n", "step", 200, RouteGrowth::steps),
    ROUTES("a message to one of n routes", "message", 10_000, RouteGrowth::routes),
    ENDPOINTS("finding an endpoint by its URI among n", "call", 100_000, RouteGrowth::endpoints),
    PARTS("a part of a streamed split into n", "part", 10_000_000, RouteGrowth::parts),
    GROUPS("a message into one of n open groups", "message", 1_000_000, RouteGrowth::groups),
    DELAYS("a message that waits 1 ms while n others wait", "message", 1_000_000, RouteGrowth::delays),
    SEDA_SIZE("a message through a seda: queue with room for n", "message", 1_000_000, n -> queue("seda", n)),
    DISRUPTOR_SIZE("the same, disruptor:", "message", 1 << 20, n -> queue("disruptor", n)),
    SENDERS("a message through a seda: queue with n senders", "message", 64, n -> flow(n + "-1")),
    CONSUMERS("a message through a seda: queue with n consumers", "message", 64, n -> flow("1-" + n));

    private static final int BATCH = 20_000;

    final String what;
    final String operation;
    final long most;

    @SuppressWarnings("ImmutableEnumChecker") // a method, which has no state
    private final Work work;

    private interface Work {
        GrowthWork of(int count) throws Exception;
    }

    GrowthCurve(String what, String operation, long most, Work work) {
        this.what = what;
        this.operation = operation;
        this.most = most;
        this.work = work;
    }

    /** The name for the option {@code --only}. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether its figures depend on how near two processors are. */
    boolean onTwoThreads() {
        return compareTo(SEDA_SIZE) >= 0;
    }

    /** The counts from 1 (10 for parts) to the maximum: powers of 2 up to 64, otherwise three for each power of ten. */
    long[] counts() {
        if (this == DISRUPTOR_SIZE) {
            return LongStream.of(1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 1 << 18, 1 << 20)
                    .toArray();
        }
        if (most <= 64) {
            return LongStream.iterate(1, n -> n <= most, n -> 2 * n).toArray();
        }
        LongStream all = most <= 1_000
                ? LongStream.of(1, 2, 5, 8, 10, 16, 20, 32, 50, 64, 65, 100, 200, 500, 1_000)
                : LongStream.iterate(this == PARTS ? 10 : 1, n -> 10 * n);
        return all.takeWhile(n -> n <= most).toArray();
    }

    GrowthWork work(long count) throws Exception {
        return work.of(Math.toIntExact(count));
    }

    /** One sender and one consumer of a queue of some size. */
    private static GrowthWork queue(String scheme, int size) throws Exception {
        return flow(new Scenario(scheme.equals("seda") ? Task.SEDA : Task.DISRUPTOR, "1-1", 1, 1, size));
    }

    private static GrowthWork flow(String shape) throws Exception {
        return flow(Scenario.shaped(Task.SEDA, shape));
    }

    private static GrowthWork flow(Scenario scenario) throws Exception {
        Flow flow = new Flow(new Routes(false), scenario, scenario.sink());
        return new GrowthWork() {
            @Override
            public long run() {
                flow.batch(BATCH);
                return BATCH;
            }

            @Override
            public void close() {
                flow.close();
            }
        };
    }
}
