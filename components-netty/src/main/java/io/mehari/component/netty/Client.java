package io.mehari.component.netty;

/** The connections of a sending endpoint. */
interface Client {
    /** Sends the message of that call, now or when a connection is free. Never blocks. */
    void send(Call call);

    /** Connects, and waits until the connection is open. */
    void connectNow();

    /** Closes the connections. Calls in progress fail. */
    void close();

    /** The number of connections that are open or being opened. */
    int connectionCount();
}
