package io.mehari.impl.observe;

import io.mehari.Endpoint;
import io.mehari.builder.model.RouteModel;

/** A route, for the compiler and for tests that change its description while it is stopped. */
public interface ModelledRoute {
    RouteModel model();

    /** Takes the place of this route, unless this throws. */
    void replaceWith(RouteModel model);

    /** The endpoint for a URI, kept until this route is removed. */
    Endpoint hold(String uri);

    /** Keeps an endpoint that was given as an object until this route is removed. */
    Endpoint hold(Endpoint given);
}
