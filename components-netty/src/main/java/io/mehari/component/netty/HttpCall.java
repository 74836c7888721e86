package io.mehari.component.netty;

import io.netty.handler.codec.http.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come whole, or the answer to one that enters no route.
 *
 * @param request the first line and the headers
 * @param body null for a request that enters no route
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
        return new HttpCall(request, NO_BODY, consumer, pathValues, 0, null, keepAlive, HttpAccess.begin());
    }

    HttpCall withBody(byte[] whole) {
        return new HttpCall(request, whole, consumer, pathValues, status, allow, keepAlive, access);
    }

    /** The answer that is given without a route, after which the connection closes. */
    HttpCall refused(int otherStatus) {
        return new HttpCall(request, NO_BODY, null, Map.of(), otherStatus, allow, false, access);
    }

    static HttpCall answer(@Nullable HttpRequest request, int status, @Nullable String allow, boolean keepAlive) {
        return new HttpCall(request, NO_BODY, null, Map.of(), status, allow, keepAlive, HttpAccess.begin());
    }
}
