package io.mehari.builder;

import java.util.stream.Collectors;

/** URIs that are written on several lines in the source of a route. */
final class UriText {
    private UriText() {}

    /** The lines without their indentation, joined. A URI without line ends is not changed. */
    static String onOneLine(String uri) {
        return uri.indexOf('\n') < 0 ? uri : uri.lines().map(String::strip).collect(Collectors.joining());
    }
}
