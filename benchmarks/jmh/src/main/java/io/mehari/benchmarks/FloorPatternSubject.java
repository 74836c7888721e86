package io.mehari.benchmarks;

/** No routes: one object and one call, or ten calls where the routes have ten steps. */
final class FloorPatternSubject extends PatternSubject {
    private static final int STEPS = 10;

    private final FloorCall floor = new FloorCall();
    private int calls = 1;
    private int messagesOfOne = 1;

    @Override
    public void start(String scenario) {
        switch (scenario) {
            case "ten-steps", "fifty" -> calls = STEPS;
            case "aggregator" -> messagesOfOne = GROUP;
            default -> calls = 1;
        }
    }

    @Override
    public long received() {
        return floor.received() / messagesOfOne;
    }

    @Override
    public void send(int route, Object body) {
        floor.send(body, calls);
    }

    @Override
    public void close() {}
}
