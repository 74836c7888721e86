package io.mehari.component.netty;

import java.util.function.Supplier;

/**
 * The current {@link Line} of an endpoint. After a restart of the context it is a new one, because the event loops end
 * with the context.
 */
final class CurrentLine implements Client {
    private final Supplier<Line> maker;
    private volatile Line line;
    private boolean closed;

    CurrentLine(Supplier<Line> maker) {
        this.maker = maker;
        this.line = maker.get();
    }

    @Override
    public void send(Call call) {
        current().send(call);
    }

    private Line current() {
        Line mine = line;
        return mine.isOver() ? replaced() : mine;
    }

    private synchronized Line replaced() {
        if (line.isOver() && !closed) {
            line = maker.get();
        }
        return line;
    }

    @Override
    public void connectNow() {
        current().connectNow();
    }

    @Override
    public synchronized void close() {
        closed = true;
        line.close();
    }

    @Override
    public int connectionCount() {
        return line.connectionCount();
    }
}
