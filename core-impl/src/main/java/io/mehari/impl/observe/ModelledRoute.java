package io.mehari.impl.observe;

import io.mehari.builder.model.RouteModel;

/** A route whose description a test can change while it is stopped. */
public interface ModelledRoute {
    RouteModel model();

    /** Takes the place of this route, unless this throws. */
    void replaceWith(RouteModel model);
}
