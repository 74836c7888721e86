package io.mehari.lab.api;

import java.util.Map;

/**
 * Creates the maps whose laws {@code ./lab laws} checks. A class of an experiment implements it and has a constructor
 * without parameters.
 */
public interface MapMaker {
    /** An empty map, as the framework gives it to a message. */
    Map<String, Object> newMap();

    /** Something that has a map and can be copied, such as a message. */
    Holder newHolder();

    /** An object with a map, and the way in which the framework copies it. */
    interface Holder {
        /** The map that users see. */
        Map<String, Object> map();

        /** The copy that the framework makes when it copies a message. */
        Holder copy();
    }
}
