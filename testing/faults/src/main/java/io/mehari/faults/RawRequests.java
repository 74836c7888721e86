package io.mehari.faults;

import java.util.ArrayList;
import java.util.List;

/**
 * Requests as bytes: well-formed ones, and those that two servers may understand in different ways. For
 * {@code @} the number of the case is put in. A request in a body has the path {@code /@/hidden}.
 */
final class RawRequests {
    private static final String HIDDEN = "GET /@/hidden HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String SECOND = "GET /@/second HTTP/1.1\r\nHost: x\r\n\r\n";

    private static final String[] LENGTHS = {
        "0",
        "5",
        "00005",
        "+5",
        "-5",
        "0x5",
        "5 ",
        "\t5",
        "5,5",
        "5, 6",
        "5;",
        "5 5",
        "5.0",
        "1e1",
        "",
        "five",
        "\u000b5",
        "5\u0000",
        "5\r\n 5",
        "18446744073709551621",
        "4294967301"
    };
    private static final String[] CODINGS = {
        "chunked",
        "Chunked",
        "CHUNKED",
        "  chunked",
        "chunked ",
        "\tchunked",
        "\u000bchunked",
        "chunked\u000b",
        "chunked;q=1",
        "chunked, identity",
        "identity, chunked",
        "identity",
        "gzip, chunked",
        "chunked, chunked",
        "xchunked",
        "\"chunked\"",
        "chunked,",
        ", chunked",
        "chunk",
        "chunked\r\n ",
        "\r\n chunked",
        "\n chunked",
        "cow",
        "chunked\u0000",
        ""
    };
    private static final String[] CODING_NAMES = {
        "Transfer-Encoding:",
        "transfer-encoding:",
        "Transfer-Encoding :",
        "Transfer-Encoding\t:",
        " Transfer-Encoding:",
        "Transfer_Encoding:",
        "Transfer Encoding:",
        "X: y\rTransfer-Encoding:",
        "X: y\nTransfer-Encoding:",
        "\u000bTransfer-Encoding:",
        "Transfer-Encoding\u0000:",
        "Transfer-Encoding",
        "X:\r\n Transfer-Encoding:"
    };
    private static final String[] SIZES = {
        "5",
        "05",
        "0x5",
        "+5",
        "-5",
        " 5",
        "5 ",
        "\t5",
        "5\t",
        "5\u000b",
        "5;x",
        "5;x=y",
        "5;x=\"\r\n\"",
        "5;\n",
        "5\n",
        "5\r",
        "5 ;x",
        "5,5",
        "5_",
        "G",
        "",
        "00000000000000000005",
        "100000005",
        "FFFFFFFFFFFFFFFB",
        "10000000000000005",
        "5\u0000"
    };
    private static final String[] LAST_CHUNKS = {
        "0\r\n\r\n",
        "0\n\n",
        "00\r\n\r\n",
        "0;x\r\n\r\n",
        "0\r\nX: y\r\n\r\n",
        "0\r\nContent-Length: 50\r\n\r\n",
        "0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "0\r\nX y\r\n\r\n",
        "0\r\n\n",
        "0\r\n\r",
        "0 \r\n\r\n",
        "-0\r\n\r\n",
        "0x0\r\n\r\n"
    };
    private static final String[] METHODS = {
        "GET",
        "get",
        "HEAD",
        "POST",
        "DELETE",
        "OPTIONS",
        "TRACE",
        "PATCH",
        "FOO",
        "G ET",
        " GET",
        "GET\t",
        "\u0000GET",
        "GET,POST",
        "G\u00e4T",
        "PRI",
        ""
    };
    private static final String[] TARGETS = {
        "/@/a",
        "http://x/@/a",
        "http://elsewhere/@/a",
        "HTTP://x/@/a",
        "@/a",
        "//@/a",
        "/@/a#b",
        "/@/a?b=/@/c",
        "/@/../@/a",
        "/@/%2e%2e/@/a",
        "/@/..%2f@/a",
        "/@/..;/@/a",
        "/@/\\..\\a",
        "/@/\u00e4",
        "/@/a;x",
        "/@/%00a",
        "/@/%zz",
        "/@/a%20HTTP/1.1",
        "/@/a b",
        "/@/a\tb",
        "/@/%0d%0aX:%20y",
        "http://x",
        "http://x%40y/@/a",
        "/@/./a",
        "/@/%252e%252e/a"
    };
    private static final String[] VERSIONS = {
        "HTTP/1.1",
        "HTTP/1.0",
        "HTTP/0.9",
        "",
        "HTTP/2.0",
        "http/1.1",
        "HTTP/1.10",
        "HTTP/01.1",
        "HTTP/1.1 ",
        "HTTP/1.1x",
        "HTTP/1. 1",
        "HTTP 1.1",
        "HTTP/1,1",
        "HTTP/1.2"
    };
    private static final String[] SEPARATORS = {"  ", "\t", "\u000b", "\f", "\r", " \t", "\u00a0"};
    private static final String[] HEADERS = {
        "X: y",
        "X:y",
        "X:",
        "X : y",
        " X: y",
        "X\t: y",
        ": y",
        "X",
        "X y",
        "X: y\u0000",
        "X\u0000: y",
        "X: a\rb",
        "X: a\nb",
        "X: y\r\n z",
        "X: y\r\n\tz",
        "X: \u00e4",
        "X\u00e4: y",
        "X: \u007f",
        "X(: y",
        "Host: x",
        "Host: y",
        "Host : y",
        "Host:",
        "Connection: close",
        "Connection: Content-Length",
        "Connection: Transfer-Encoding",
        "Connection: Host",
        "Connection: X-Forwarded-For",
        "Connection: keep-alive, close",
        "Proxy-Connection: keep-alive",
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA",
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 9",
        "Upgrade: h2c",
        "Expect: 100-continue",
        "Expect: 100-continue, x",
        "Expect: y",
        "TE: trailers",
        "Trailer: Content-Length",
        "Content-Length: 0",
        "content-length: 0\r\nContent-Length: 0",
        "Max-Forwards: 0",
        "Cookie: a=b\r\nCookie: c=d",
        "Range: bytes=0-0",
        "X-HTTP-Method-Override: POST",
        "X-Forwarded-For: evil",
        "Forwarded: for=evil",
        "If-None-Match: *",
        "Content_Length: 5",
        "Content-Length\r\n: 5",
        "Via: 1.1 x"
    };
    private static final String[] LINE_ENDS = {"\n", "\r", "\r\r\n", "\n\r", "\r\n\r\n", "\u000b\r\n", " \r\n"};

    private final List<String> all = new ArrayList<>();

    private RawRequests() {}

    /** All of them, in an order that does not change. Each character is a byte. */
    static List<String> all() {
        RawRequests requests = new RawRequests();
        requests.addPlain();
        requests.addLengths();
        requests.addCodings();
        requests.addChunks();
        requests.addFirstLines();
        requests.addHeaders();
        List<String> numbered = new ArrayList<>();
        for (int i = 0; i < requests.all.size(); i++) {
            numbered.add(requests.all.get(i).replace("@", "c" + i));
        }
        return numbered;
    }

    private void add(String request) {
        all.add(request);
    }

    private static String post(String headers, String body) {
        return "POST /@/a HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n" + body;
    }

    private static String chunks(String body) {
        return Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n";
    }

    private void addPlain() {
        String get = "GET /@/a HTTP/1.1\r\nHost: x\r\n\r\n";
        add(get);
        add(get + SECOND);
        add(get + SECOND + SECOND + SECOND + SECOND);
        add("\r\n" + get);
        add("\r\n\r\n\r\n" + get + "\r\n" + SECOND);
        add("\n" + get);
        add(get.substring(0, get.length() - 2));
        add(get + "GET /@/se");
        add(post("Content-Length: 5\r\n", "hello") + SECOND);
        add(post("Content-Length: 5\r\n", "hel"));
        add(post("Transfer-Encoding: chunked\r\n", chunks("hello")) + SECOND);
        add("GET /@/a HTTP/1.1\r\nHost: x\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN + SECOND);
        add("HEAD /@/a HTTP/1.1\r\nHost: x\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN + SECOND);
        add("GET /@/a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(HIDDEN) + SECOND);
        add("GET /@/a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n" + SECOND);
        add("GET /@/a\r\n");
        add("GET /@/a\r\n" + SECOND);
        add("GET /@/a HTTP/1.1\r\n\r\n");
        add("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SECOND);
        add("\u0016\u0003\u0001\u0002\u0000" + get);
    }

    private void addLengths() {
        String right = "Content-Length: " + HIDDEN.length() + "\r\n";
        for (String each : LENGTHS) {
            String header = "Content-Length: " + each + "\r\n";
            add(post(header, "hello") + HIDDEN);
            add("GET /@/a HTTP/1.1\r\nHost: x\r\n" + header + "\r\n" + HIDDEN);
            add(post(header + right, HIDDEN));
            add(post(right + header, HIDDEN));
            add("POST /@/a HTTP/1.0\r\nConnection: keep-alive\r\n" + header + "\r\nhello" + HIDDEN);
        }
    }

    private void addCodings() {
        String hiddenByLength = "0\r\n\r\n" + HIDDEN;
        String length = "Content-Length: " + hiddenByLength.length() + "\r\n";
        String shortLength = "Content-Length: 4\r\n";
        for (String each : CODINGS) {
            String coding = "Transfer-Encoding: " + each + "\r\n";
            add(post(coding, chunks(HIDDEN)) + SECOND);
            add(post(length + coding, hiddenByLength));
            add(post(coding + length, hiddenByLength));
            add(post(shortLength + coding, chunks(HIDDEN)));
            add(post(coding + "Transfer-Encoding: chunked\r\n", hiddenByLength));
            add("POST /@/a HTTP/1.0\r\nConnection: keep-alive\r\n" + coding + length + "\r\n" + hiddenByLength);
        }
        for (String name : CODING_NAMES) {
            String coding = name + " chunked\r\n";
            add(post(coding, chunks(HIDDEN)) + SECOND);
            add(post(length + coding, hiddenByLength));
            add(post(coding + length, hiddenByLength));
            add(post(shortLength + coding, chunks(HIDDEN)));
        }
    }

    private void addChunks() {
        String head = "Transfer-Encoding: chunked\r\n";
        for (String size : SIZES) {
            add(post(head, size + "\r\nhello\r\n0\r\n\r\n") + SECOND);
            add(post(head, size + "\r\nhello\r\n0\r\n\r\n" + HIDDEN));
        }
        for (String end : LINE_ENDS) {
            add(post(head, "5" + end + "hello\r\n0\r\n\r\n") + SECOND);
            add(post(head, "5\r\nhello" + end + "0\r\n\r\n") + SECOND);
        }
        add(post(head, "5\r\nhello0\r\n\r\n") + SECOND);
        add(post(head, "5\r\nhelloXX0\r\n\r\n") + SECOND);
        add(post(head, "3\r\nhello\r\n0\r\n\r\n") + SECOND);
        add(post(head, "9\r\nhello\r\n0\r\n\r\n") + SECOND);
        for (String last : LAST_CHUNKS) {
            add(post(head, "5\r\nhello\r\n" + last) + SECOND);
            add(post(head, last + HIDDEN));
        }
    }

    private void addFirstLines() {
        for (String method : METHODS) {
            addFirstLine(method + " /@/a HTTP/1.1");
        }
        for (String target : TARGETS) {
            addFirstLine("GET " + target + " HTTP/1.1");
        }
        for (String version : VERSIONS) {
            addFirstLine("GET /@/a " + version);
        }
        for (String separator : SEPARATORS) {
            addFirstLine("GET" + separator + "/@/a HTTP/1.1");
            addFirstLine("GET /@/a" + separator + "HTTP/1.1");
        }
    }

    private void addFirstLine(String line) {
        add(line + "\r\nHost: x\r\n\r\n" + SECOND);
        add(line + "\r\nHost: x\r\nContent-Length: " + HIDDEN.length() + "\r\n\r\n" + HIDDEN + SECOND);
    }

    private void addHeaders() {
        for (String header : HEADERS) {
            add("GET /@/a HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n" + SECOND);
            add(post(header + "\r\nContent-Length: 5\r\n", "hello") + SECOND);
            add("GET /@/a HTTP/1.1\r\n" + header + "\r\nHost: x\r\n\r\n" + SECOND);
        }
        for (String end : LINE_ENDS) {
            add("GET /@/a HTTP/1.1" + end + "Host: x\r\n\r\n" + SECOND);
            add("GET /@/a HTTP/1.1\r\nHost: x" + end + "\r\n" + SECOND);
            add("GET /@/a HTTP/1.1\r\nHost: x" + end + "X: y\r\n\r\n" + SECOND);
            add("GET /@/a HTTP/1.1\r\nHost: x\r\nX: y" + end + HIDDEN);
        }
        add("GET /@/a HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(20_000) + "\r\n\r\n" + SECOND);
        add("GET /@/a HTTP/1.1\r\nHost: x\r\n" + "X: y\r\n".repeat(200) + "\r\n" + SECOND);
        add("GET /@/" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n" + SECOND);
    }
}
