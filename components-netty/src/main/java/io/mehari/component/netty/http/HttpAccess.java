package io.mehari.component.netty.http;

import io.netty.handler.codec.http.HttpRequest;
import java.net.SocketAddress;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * The access log: writes each answer to the flight recorder as {@code mehari.HttpRequest}. It is off until a recording
 * turns it on. While it is off, it costs the read of one field for each request.
 */
final class HttpAccess {
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private HttpAccess() {}

    /** Begins the event of a request whose headers have come; null while no recording has turned it on. */
    static @Nullable Object begin() {
        return PRESENT ? Events.begin() : null;
    }

    /** Ends the event when the answer was written or could not be written. */
    static void end(HttpCall call, @Nullable SocketAddress remote, int status, int responseBytes, boolean written) {
        if (call.access() != null) {
            Events.end(call, remote, status, responseBytes, written);
        }
    }

    /** Loaded only if there is a flight recorder. */
    private static final class Events {
        private static final Request ANY = new Request();

        static @Nullable Object begin() {
            if (!ANY.isEnabled()) {
                return null;
            }
            Request event = new Request();
            event.begin();
            return event;
        }

        static void end(HttpCall call, @Nullable SocketAddress remote, int status, int responseBytes, boolean written) {
            Request event = (Request) call.access();
            if (event == null || !event.shouldCommit()) {
                return;
            }
            HttpRequest request = isReadable(call.request()) ? call.request() : null;
            HttpConsumer consumer = call.consumer();
            event.remote = String.valueOf(remote);
            event.method = request == null ? null : request.method().name();
            event.path = request == null ? null : HttpRules.rawPath(request.uri());
            event.route = consumer == null ? null : consumer.name();
            event.status = status;
            RequestBody stream = call.stream();
            event.requestBytes = stream == null ? call.body().length : stream.received();
            event.responseBytes = responseBytes;
            event.written = written;
            event.commit();
        }

        /** False if the first line of the request is invalid: then Netty has replaced it. */
        private static boolean isReadable(@Nullable HttpRequest request) {
            return request != null
                    && !(request.decoderResult().isFailure() && request.uri().equals("/bad-request"));
        }
    }

    /** From the headers of a request to the end of its answer. */
    @Name("mehari.HttpRequest")
    @Label("HTTP Request")
    @Category("Mehari")
    @Enabled(false)
    @StackTrace(false)
    static final class Request extends Event {
        @Label("Remote Address")
        @Nullable
        String remote;

        @Label("Method")
        @Nullable
        String method;

        @Label("Path, without the query")
        @Nullable
        String path;

        @Label("Route")
        @Nullable
        String route;

        @Label("Status")
        int status;

        @Label("Size of the Request's Body")
        @DataAmount
        long requestBytes;

        @Label("Size of the Answer's Body")
        @DataAmount
        long responseBytes;

        @Label("Answer Written")
        boolean written;
    }
}
