package io.mehari.load;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.jspecify.annotations.Nullable;

/** The pauses for garbage collection, as the JVM reports them: in whole milliseconds. */
final class Pauses implements NotificationListener {
    /** Work of concurrent collectors is not a pause: {@code ZGC Minor Cycles}. */
    private static final String NO_PAUSE = "Cycles";

    private final List<Pause> pauses = new ArrayList<>();

    /**
     * A pause.
     *
     * @param startMillis time since the start of the JVM
     */
    record Pause(long startMillis, long millis) {}

    /** Starts to listen. */
    Pauses listen() {
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (each instanceof NotificationEmitter emitter && !each.getName().endsWith(NO_PAUSE)) {
                emitter.addNotificationListener(this, null, null);
            }
        }
        return this;
    }

    @Override
    public void handleNotification(Notification notification, @Nullable Object handback) {
        if (notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            synchronized (pauses) {
                pauses.add(new Pause(
                        info.getGcInfo().getStartTime(), info.getGcInfo().getDuration()));
            }
        }
    }

    /** The pauses since the previous call. */
    List<Pause> drain() {
        synchronized (pauses) {
            List<Pause> drained = new ArrayList<>(pauses);
            pauses.clear();
            return drained;
        }
    }
}
