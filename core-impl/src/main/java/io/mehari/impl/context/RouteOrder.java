package io.mehari.impl.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Routes by their startupOrder, else in the order in which they were added. */
final class RouteOrder {
    private RouteOrder() {}

    static List<DefaultRoute> of(Collection<DefaultRoute> some) {
        List<DefaultRoute> order = new ArrayList<>(some);
        if (!isInOrder(order)) {
            order.sort(Comparator.comparingInt(DefaultRoute::startupOrder));
        }
        return order;
    }

    /** Usually true, as few routes have a startupOrder; then no class is loaded to sort them. */
    private static boolean isInOrder(List<DefaultRoute> some) {
        int last = Integer.MIN_VALUE;
        for (DefaultRoute each : some) {
            if (each.startupOrder() < last) {
                return false;
            }
            last = each.startupOrder();
        }
        return true;
    }
}
