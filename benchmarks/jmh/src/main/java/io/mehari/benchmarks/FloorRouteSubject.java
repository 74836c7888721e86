package io.mehari.benchmarks;

import java.util.List;

/** No route: one object and one call, for a message and for each part of a list. */
final class FloorRouteSubject extends RouteSubject {
    private final FloorCall floor = new FloorCall();

    @Override
    public long received() {
        return floor.received();
    }

    @Override
    public void send(Object body) {
        floor.send(body, 1);
    }

    @Override
    public void sendSplit(List<String> parts) {
        for (String part : parts) {
            floor.send(part, 1);
        }
    }

    @Override
    public void close() {}
}
