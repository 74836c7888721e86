package io.mehari.impl;

import io.mehari.Exchange;
import io.mehari.Expression;
import io.mehari.ResolveEndpointFailedException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A copy for each of the endpoints that the message names. */
final class RecipientList extends Children.Source {
    /*
     * All targets are acquired before anything is sent, so that one that cannot be resolved keeps all from being sent.
     * A target is released when its child is done, as one of its completions: behind a timeout that may be late.
     */
    private final Expression recipients;
    private final @Nullable String delimiter;
    private final boolean ignoreInvalid;
    private final ProducerCache cache;

    RecipientList(Expression recipients, @Nullable String delimiter, boolean ignoreInvalid, ProducerCache cache) {
        this.recipients = recipients;
        this.delimiter = delimiter;
        this.ignoreInvalid = ignoreInvalid;
        this.cache = cache;
    }

    @Override
    Children of(DefaultExchange parent) throws Exception {
        List<ProducerCache.Target> targets = new ArrayList<>();
        Parts parts = Parts.of(recipients.evaluate(parent), delimiter);
        boolean complete = false;
        try {
            while (parts.hasNext()) {
                add(parts.next(), targets);
            }
            complete = true;
        } finally {
            parts.close();
            if (!complete) {
                targets.forEach(cache::release);
            }
        }
        return new Copies(targets);
    }

    private void add(@Nullable Object recipient, List<ProducerCache.Target> targets) throws Exception {
        try {
            if (recipient != null) {
                targets.add(cache.acquire(recipient));
            }
        } catch (ResolveEndpointFailedException e) {
            if (!ignoreInvalid) {
                throw e;
            }
        }
    }

    private final class Copies extends Children {
        private final List<ProducerCache.Target> targets;
        private int index;

        Copies(List<ProducerCache.Target> targets) {
            this.targets = targets;
        }

        @Override
        boolean hasNext() {
            return index < targets.size();
        }

        @Override
        RouteCode prepare(DefaultExchange child) {
            ProducerCache.Target target = targets.get(index);
            child.setProperty(Exchange.MULTICAST_INDEX, index);
            child.setProperty(Exchange.MULTICAST_COMPLETE, index == targets.size() - 1);
            child.setProperty(Exchange.RECIPIENT_LIST_ENDPOINT, target.endpoint.getEndpointUri());
            child.addOnCompletion(target);
            index++;
            return target.code;
        }

        @Override
        int size() {
            return targets.size();
        }

        @Override
        void close() {
            while (index < targets.size()) {
                cache.release(targets.get(index++));
            }
        }
    }
}
