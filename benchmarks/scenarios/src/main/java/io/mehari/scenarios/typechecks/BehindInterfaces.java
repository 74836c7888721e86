package io.mehari.scenarios.typechecks;

/** An exchange with several interfaces. Each interface is used by some step, as in old versions of Camel. */
final class BehindInterfaces extends Form {
    private End end = new End();

    BehindInterfaces() {}

    /** The interface for users. */
    interface Exchange {
        Object getBody();

        boolean isHandled();

        void setHandled(boolean handled);
    }

    /** The interface for the engine. */
    interface Extension extends Exchange {
        int getIndex();

        void setIndex(int index);
    }

    /** The interface for a pool. */
    interface Pooled extends Exchange {}

    private static class Plain implements Extension {
        private final Object body;
        private int index;
        private boolean handled;

        Plain(Object body) {
            this.body = body;
        }

        @Override
        public final Object getBody() {
            return body;
        }

        @Override
        public final boolean isHandled() {
            return handled;
        }

        @Override
        public final void setHandled(boolean handled) {
            this.handled = handled;
        }

        @Override
        public final int getIndex() {
            return index;
        }

        @Override
        public final void setIndex(int index) {
            this.index = index;
        }
    }

    private static final class OfPool extends Plain implements Pooled {
        OfPool(Object body) {
            super(body);
        }
    }

    @Override
    Object message(int index, Object body) {
        return index % 2 == 0 ? new Plain(body) : new OfPool(body);
    }

    @Override
    Step[] steps() {
        end = new End();
        return new Step[] {new Begin(), new Mark(), new Choose(end), new Leave()};
    }

    @Override
    End end() {
        return end;
    }

    private static final class Begin extends Step {
        @Override
        void take(Object message) {
            Exchange exchange = (Exchange) message;
            exchange.setHandled(false);
        }
    }

    private static final class Mark extends Step {
        @Override
        void take(Object message) {
            Extension extension = (Extension) message;
            extension.setIndex(extension.getIndex() + 1);
        }
    }

    private static final class Choose extends Step {
        private final End end;

        Choose(End end) {
            this.end = end;
        }

        @Override
        void take(Object message) {
            Exchange exchange = (Exchange) message;
            if (!exchange.isHandled()) {
                end.count(exchange.getBody());
            }
        }
    }

    private static final class Leave extends Step {
        @Override
        void take(Object message) {
            Extension extension = (Extension) message;
            extension.setHandled(true);
        }
    }
}
