package io.mehari.woven.cases;

import io.mehari.Exchange;
import io.mehari.spi.Synchronization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the user's code of one case sees. Thread-safe. */
final class Ledger {
    /** One exchange in one route, from its first step. */
    private static final class Journey implements Synchronization {
        final String message;
        final AtomicInteger ends = new AtomicInteger();
        volatile boolean registered;
        volatile boolean failed;

        Journey(String message) {
            this.message = message;
        }

        @Override
        public void onComplete(Exchange exchange) {
            ends.incrementAndGet();
        }

        @Override
        public void onFailure(Exchange exchange) {
            failed = true;
            ends.incrementAndGet();
        }
    }

    private final Queue<Journey> journeys = new ConcurrentLinkedQueue<>();
    private final Map<String, AtomicInteger> arrivals = new ConcurrentHashMap<>();
    final Queue<String> log = new ConcurrentLinkedQueue<>();
    final AtomicInteger ticks = new AtomicInteger();

    /** The first step of a route. */
    void begin(Exchange exchange) {
        Journey journey = new Journey(String.valueOf(exchange.getBody()));
        journeys.add(journey);
        exchange.getExchangeExtension().addOnCompletion(journey);
        journey.registered = true;
    }

    /** The last step of a route: the body is a message, or several with commas. */
    void arrive(String place, Exchange exchange) {
        for (String each : String.valueOf(exchange.getBody()).split(",", -1)) {
            arrivals.computeIfAbsent(place + " " + each, any -> new AtomicInteger())
                    .incrementAndGet();
        }
    }

    int arrivedAt(String arrival) {
        AtomicInteger count = arrivals.get(arrival);
        return count == null ? 0 : count.get();
    }

    boolean isKnownToHaveFailed(String message) {
        for (Journey each : journeys) {
            if (each.failed && (each.message.startsWith(message) || message.startsWith(each.message))) {
                return true;
            }
        }
        return false;
    }

    boolean haveAllEnded() {
        return completions().isEmpty();
    }

    List<String> completions() {
        List<String> wrong = new ArrayList<>();
        for (Journey each : journeys) {
            int ends = each.ends.get();
            if (ends > 1 || (each.registered && ends == 0)) {
                wrong.add("the completion of an exchange ran " + ends + " times");
            }
        }
        return wrong;
    }
}
