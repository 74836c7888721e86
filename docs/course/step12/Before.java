package step12;

import java.util.ArrayDeque;

/** An exchange with several types, each of which is an interface. */
final class Before {

    private Before() {}

    // region types
    interface Message {
        Object getBody();
    }

    interface Extension {
        boolean isStopped();
    }

    abstract static class Exchange implements Message, Extension {
        Object body = "body";
        boolean stopped;

        @Override
        public Object getBody() {
            return body;
        }

        @Override
        public boolean isStopped() {
            return stopped;
        }
    }
    // endregion

    static final class Plain extends Exchange {}

    static final class Pooled extends Exchange {}

    static final class Traced extends Exchange {}

    // region step
    static Object step(ArrayDeque<Message> queue) {
        Message message = queue.remove();
        Extension extension = (Extension) message;
        return extension.isStopped() ? null : message.getBody();
    }
    // endregion

    // region casts
    static Message asMessage(Object exchange) {
        return (Message) exchange;
    }

    static Extension asExtension(Object exchange) {
        return (Extension) exchange;
    }
    // endregion
}
