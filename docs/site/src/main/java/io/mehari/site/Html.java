package io.mehari.site;

/** Text within HTML and within a program in JavaScript. */
final class Html {
    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String link(String address, String text) {
        return "<a href=\"" + escape(address) + "\">" + escape(text) + "</a>";
    }

    /** As a JavaScript string, with its quotes. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (each < ' ') {
                quoted.append(' ');
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }
}
