package io.mehari.site;

import java.util.List;

/** How one block of Java becomes another: the lines of both, in order, as HTML that needs no colours to be read. */
final class Diff {
    /*
     * A longest common subsequence of lines, by the table of all pairs: blocks of a page have fewer than a hundred
     * lines. What is removed comes before what is added in its place.
     */
    private final List<String> before;
    private final List<String> after;
    private final int[][] common; // the length of the longest common subsequence from line i and line j on

    private Diff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
        this.common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = isSame(i, j) ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
    }

    private boolean isSame(int i, int j) {
        return before.get(i).equals(after.get(j));
    }

    /** Closed until a reader opens it; the names are those of the two blocks. */
    static String html(String from, String before, String to, String after) {
        Diff diff = new Diff(before.lines().toList(), after.lines().toList());
        int kept = diff.common[0][0];
        String counts = "lines removed: %d, added: %d".formatted(diff.before.size() - kept, diff.after.size() - kept);
        return "<details class=\"diff\"><summary>From " + Html.escape(from) + " to " + Html.escape(to) + ": " + counts
                + "</summary>\n<pre tabindex=\"0\"><code>"
                + diff.lines(
                        JavaColours.html(before).lines().toList(),
                        JavaColours.html(after).lines().toList())
                + "</code></pre></details>\n";
    }

    private String lines(List<String> beforeHtml, List<String> afterHtml) {
        StringBuilder lines = new StringBuilder();
        int i = 0;
        int j = 0;
        while (i < before.size() || j < after.size()) {
            if (i < before.size() && j < after.size() && isSame(i, j)) {
                line(lines, "span", "  ", afterHtml.get(j));
                i++;
                j++;
            } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
                line(lines, "del", "- ", beforeHtml.get(i++));
            } else {
                line(lines, "ins", "+ ", afterHtml.get(j++));
            }
        }
        return lines.toString();
    }

    private static void line(StringBuilder lines, String tag, String sign, String html) {
        lines.append('<').append(tag).append('>').append(sign).append(html);
        lines.append("\n</").append(tag).append('>');
    }
}
