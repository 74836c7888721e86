package io.mehari.spi.internal;

import io.mehari.Component;
import io.mehari.RouteStats;
import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A component whose endpoints keep messages until something reads them. Only Mehari's components extend it. */
public abstract class KeepingComponent extends Component {
    private volatile @Nullable Consumer<String> unreadListener;

    protected KeepingComponent() {}

    /** The names of queues that something sends to and nothing has ever read. */
    public abstract Collection<String> unread();

    /** The counts of its queues, for those of the context: refused, expired and discarded messages. */
    public abstract RouteStats stats();

    /** Sets what gets the name of such a queue when its first message has waited for a second. */
    public final void setUnreadListener(Consumer<String> listener) {
        unreadListener = listener;
    }

    protected final void reportUnread(String name) {
        Consumer<String> listener = unreadListener;
        if (listener != null) {
            listener.accept(name);
        }
    }
}
