package io.mehari.site;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Java as HTML, with what readers like to see apart in elements of the classes c, s, k and a. */
final class JavaColours {
    /*
     * Possessive throughout, since a plain (a|b)* costs a stack frame for each character. "record", "sealed", "var" and
     * the like are keywords only in their places; here they are always, which misleads nobody.
     */
    private static final Pattern TOKEN = Pattern.compile("(?s)(?<c>//[^\n]*+|/\\*.*?\\*/)"
            + "|(?<s>\"\"\".*?\"\"\"|\"[^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+\"|'[^'\\\\\n]*+(?:\\\\.[^'\\\\\n]*+)*+')"
            + "|(?<a>@[A-Za-z][\\w.]*+)"
            + "|(?<k>\\b(?:abstract|assert|boolean|break|byte|case|catch|char|class|continue|default|do|double|else"
            + "|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|native|new"
            + "|null|package|permits|private|protected|public|record|return|sealed|short|static|strictfp|super|switch"
            + "|synchronized|this|throw|throws|transient|true|false|try|var|void|volatile|while|yield)\\b)");
    private static final List<String> CLASSES = List.of("c", "s", "a", "k");

    private JavaColours() {}

    /** No element goes on over the end of a line. */
    static String html(String code) {
        StringBuilder html = new StringBuilder();
        Matcher token = TOKEN.matcher(code);
        int done = 0;
        while (token.find()) {
            html.append(Html.escape(code.substring(done, token.start())));
            String name = CLASSES.stream()
                    .filter(each -> token.group(each) != null)
                    .findFirst()
                    .orElseThrow();
            String open = "<span class=\"" + name + "\">";
            html.append(open)
                    .append(Html.escape(token.group()).replace("\n", "</span>\n" + open))
                    .append("</span>");
            done = token.end();
        }
        return html.append(Html.escape(code.substring(done))).toString();
    }
}
