package step12;

import java.util.ArrayDeque;

/** The same types as one chain of classes. */
final class After {

    private After() {}

    // region types
    abstract static class Message {
        abstract Object getBody();
    }

    abstract static class Extension extends Message {
        abstract boolean isStopped();
    }

    abstract static class Exchange extends Extension {
        Object body = "body";
        boolean stopped;

        @Override
        Object getBody() {
            return body;
        }

        @Override
        boolean isStopped() {
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

    static Message asMessage(Object exchange) {
        return (Message) exchange;
    }

    static Extension asExtension(Object exchange) {
        return (Extension) exchange;
    }
}
