package io.mehari.component.netty.socket;

/** The connections of a sending endpoint. */
public abstract class Client {
    /** Sends the message of that call, now or when a connection is free. Never blocks. */
    abstract void send(Call call);

    abstract void connectNow();

    /** Closes the connections. Calls in progress fail. */
    abstract void close();

    abstract int connectionCount();
}
