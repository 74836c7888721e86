package io.mehari.component.netty.socket;

import io.mehari.AsyncCallback;
import io.mehari.Exchange;
import io.mehari.component.netty.ConnectionFailedException;
import io.mehari.connector.SendCompletion;
import io.mehari.connector.SendingProducer;

/** Sends to the network. */
final class NettyProducer extends SendingProducer<Client> {
    private final SocketEndpoint endpoint;
    private final SendCompletion completion;

    NettyProducer(SocketEndpoint endpoint) {
        super(endpoint.client(), endpoint.queuedSends());
        this.endpoint = endpoint;
        this.completion = endpoint.settings().completion(endpoint.expectsReplies());
    }

    @Override
    protected RuntimeException notStarted(String message) {
        return new ConnectionFailedException(message, null);
    }

    @Override
    protected void started(Client client) {
        if (!endpoint.settings().options.get(SocketOptions.LAZY_CHANNEL_CREATION)) {
            client.connectNow();
        }
    }

    @Override
    protected boolean send(Client client, Exchange exchange, AsyncCallback callback) throws Exception {
        Object message = endpoint.request(exchange);
        Call call = null;
        try {
            Object key = endpoint.key(message);
            call = new Call(endpoint.queuedSends(), endpoint, exchange, callback, completion, message, key);
        } finally {
            if (call == null) {
                Sockets.release(message); // otherwise the call owns it
            }
        }
        return pass(client, call, Client::send);
    }
}
