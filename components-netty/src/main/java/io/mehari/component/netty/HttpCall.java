package io.mehari.component.netty;

import io.netty.handler.codec.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come whole or whose body the route reads while it comes, or the answer to one that enters no route.
 *
 * @param request the first line and the headers
 * @param body all of it; empty if the route reads it from the stream
 * @param stream the body of a route that reads it while it comes; null if there is none
 * @param consumer the route; null for an answer without one
 * @param pathValues the values of the names in the route's path
 * @param status the status of an answer without a route
 * @param allow the methods that there are, for the header Allow
 * @param keepAlive whether the connection stays open after the answer
 * @param access its event of the flight recorder, which has begun; null if that is off
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

    /** The answer that is given without a route, after which the connection closes. */
    HttpCall refused(int otherStatus) {
        return new HttpCall(request, NO_BODY, null, null, Map.of(), otherStatus, allow, false, access);
    }

    static HttpCall answer(@Nullable HttpRequest request, int status, @Nullable String allow, boolean keepAlive) {
        return new HttpCall(request, NO_BODY, null, null, Map.of(), status, allow, keepAlive, HttpAccess.begin());
    }
}
