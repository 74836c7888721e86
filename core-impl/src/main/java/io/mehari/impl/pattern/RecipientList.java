package io.mehari.impl.pattern;

import io.mehari.Exchange;
import io.mehari.ResolveEndpointFailedException;
import io.mehari.builder.model.Node;
import io.mehari.impl.engine.Children;
import io.mehari.impl.engine.ProducerCache;
import io.mehari.impl.engine.RouteCode;
import io.mehari.impl.engine.RouteLife;
import io.mehari.impl.exchange.AbstractExchange;
import io.mehari.impl.text.Parts;
import io.mehari.impl.text.Recipient;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Creates one child for each endpoint of a list from the message. */
public final class RecipientList extends Children.Source {
    /*
     * All targets are acquired before anything is sent, so if one of them is invalid, nothing is sent. A target is
     * released when its child is done, as one of the child's completions; after a timeout this may be later.
     */
    private final Recipient recipients;
    private final boolean ignoreInvalid;
    private final ProducerCache cache;
    private final RouteLife route;

    public RecipientList(Node.RecipientList list, Recipient recipients, ProducerCache cache, RouteLife route) {
        this.recipients = recipients;
        this.ignoreInvalid = list.ignoreInvalid();
        this.cache = cache;
        this.route = route;
    }

    @Override
    public Children of(AbstractExchange parent) throws Exception {
        List<ProducerCache.Target> targets = new ArrayList<>();
        Parts parts = Parts.of(recipients.all(parent));
        boolean complete = false;
        try {
            while (parts.hasNext()) {
                if (route.anyGivenUp() && parts.size() < 0) {
                    route.checkGoesOn(parent); // there may be recipients without end
                }
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

    private void add(@Nullable Object part, List<ProducerCache.Target> targets) throws Exception {
        try {
            Object recipient = recipients.one(part);
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
        public boolean hasNext(int made) {
            return index < targets.size();
        }

        @Override
        public RouteCode prepare(AbstractExchange child, int position) {
            ProducerCache.Target target = targets.get(index);
            child.setProperty(Exchange.MULTICAST_INDEX, index);
            child.setProperty(Exchange.MULTICAST_COMPLETE, index == targets.size() - 1);
            child.setProperty(Exchange.RECIPIENT_LIST_ENDPOINT, target.endpoint.getEndpointUri());
            child.addOnCompletion(target);
            index++;
            return target.code;
        }

        @Override
        public int size() {
            return targets.size();
        }

        @Override
        public void close() {
            while (index < targets.size()) {
                cache.release(targets.get(index++));
            }
        }
    }
}
