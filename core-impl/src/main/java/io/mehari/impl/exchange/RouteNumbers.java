package io.mehari.impl.exchange;

import io.mehari.Route;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Numbers for the routes of one context, which an exchange can store in two bytes. */
public final class RouteNumbers {
    public static final int NONE = 0;
    private static final int MOST = Character.MAX_VALUE;

    private final Map<Integer, Route> routes = new ConcurrentHashMap<>();
    private int last;

    /** A number that no other route has had recently; NONE if all are in use. */
    public synchronized int give(Route route) {
        boolean free = routes.size() < MOST; // else each of many routes would look for one
        for (int i = 0; i < MOST && free; i++) {
            last = last == MOST ? 1 : last + 1;
            if (routes.putIfAbsent(last, route) == null) {
                return last;
            }
        }
        return NONE;
    }

    public void takeBack(int number) {
        routes.remove(number);
    }

    public @Nullable Route find(int number) {
        return routes.get(number);
    }
}
