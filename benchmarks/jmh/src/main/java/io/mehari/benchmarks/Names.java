package io.mehari.benchmarks;

/** Header and property names: the first ten are those of an HTTP request, the others are invented. */
final class Names {
    static final String[] HEADERS = new String[100];
    static final String[] PROPERTIES = new String[64];

    static {
        String[] http = {
            "Host",
            "User-Agent",
            "Accept",
            "Content-Type",
            "Content-Length",
            "Authorization",
            "Cookie",
            "X-Request-Id",
            "Accept-Encoding",
            "Cache-Control"
        };
        for (int i = 0; i < HEADERS.length; i++) {
            HEADERS[i] = (i < http.length ? http[i] : "X-Custom-Header-" + i).intern();
        }
        for (int i = 0; i < PROPERTIES.length; i++) {
            PROPERTIES[i] = ("orderProperty" + i).intern();
        }
    }

    private Names() {}
}
