package io.mehari.processor.aggregate;

import io.mehari.Exchange;
import java.util.ArrayList;

/**
 * Creates a list of all bodies that are not null; with {@code enrich}, of the bodies of the message and the reply. If
 * one of several parts has failed, the result has that failure.
 */
public final class GroupedBodyAggregationStrategy extends Gathering {

    public GroupedBodyAggregationStrategy() {}

    @Override
    void begin(Exchange first) {
        Object body = first.getBody();
        first.setBody(body == null ? new ArrayList<>() : group(body));
    }

    @Override
    Exchange add(Exchange old, Exchange next) {
        Object body = next.getBody();
        if (body != null) {
            addTo(old, body);
        }
        return failedLike(next, old);
    }
}
