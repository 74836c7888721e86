package io.mehari.component.netty.http;

import io.netty.handler.codec.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request, complete or with a body that the route reads while it arrives; or the answer to a request that enters no
 * route.
 *
 * @param request the first line and the headers
 * @param body the whole body; empty if the route reads it from the stream
 * @param stream the body that the route reads while it arrives; null if the body is complete
 * @param consumer the route; null for an answer without one
 * @param pathValues the values of the names in the route's path
 * @param status the status of an answer without a route
 * @param allow the allowed methods, for the header Allow
 * @param keepAlive whether the connection stays open after the answer
 * @param access the event of the flight recorder, which has begun; null if it is off
 */
@SuppressWarnings("ArrayRecordComponent") // calls are never compared
record HttpCall(
        @Nullable HttpRequest request,
        byte[] body,
        @Nullable RequestBody stream,
        @Nullable HttpConsumer consumer,
        Map<String, String> pathValues,
        int status,
        @Nullable String allow,
        boolean keepAlive,
        @Nullable Object access) {

    private static final byte[] NO_BODY = {};

    /** A request for a route; its body has not come yet. */
    static HttpCall toRoute(
            HttpRequest request, HttpConsumer consumer, Map<String, String> pathValues, boolean keepAlive) {
        return new HttpCall(request, NO_BODY, null, consumer, pathValues, 0, null, keepAlive, HttpAccess.begin());
    }

    HttpCall withBody(byte[] whole) {
        return new HttpCall(request, whole, null, consumer, pathValues, status, allow, keepAlive, access);
    }

    HttpCall withStream(RequestBody coming) {
        return new HttpCall(request, NO_BODY, coming, consumer, pathValues, status, allow, keepAlive, access);
    }

    /** An answer without a route, after which the connection closes. */
    HttpCall refused(int otherStatus) {
        return new HttpCall(request, NO_BODY, null, null, Map.of(), otherStatus, allow, false, access);
    }

    static HttpCall answer(@Nullable HttpRequest request, int status, @Nullable String allow, boolean keepAlive) {
        return new HttpCall(request, NO_BODY, null, null, Map.of(), status, allow, keepAlive, HttpAccess.begin());
    }
}
