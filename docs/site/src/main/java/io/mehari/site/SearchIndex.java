package io.mehari.site;

/*
 * A program and not JSON: a page that was opened from a file may load a program, but may not fetch. For each page its
 * address, its title and its sections as [anchor, heading, text]; for a file of the project its address and its path.
 */
/** What the search looks through, as a program that hands it over. */
final class SearchIndex {
    private final StringBuilder entries = new StringBuilder();

    void add(Page page) {
        StringBuilder sections = new StringBuilder();
        for (Page.Section each : page.sections) {
            boolean top = each.level == 1;
            if (!top || !each.text.isEmpty()) {
                sections.append(sections.isEmpty() ? "[" : ",[")
                        .append(Html.quoted(top ? "" : each.anchor))
                        .append(',')
                        .append(Html.quoted(top ? "" : each.heading))
                        .append(',')
                        .append(Html.quoted(each.text.toString().strip().replaceAll("\\s+", " ")))
                        .append(']');
            }
        }
        add(page.address(), page.title(), "[" + sections + "]");
    }

    void addFile(String address, String path) {
        add(address, path, "[]");
    }

    String program() {
        return "mehariIndex([\n" + entries + "]);\n";
    }

    private void add(String address, String title, String sections) {
        entries.append('[')
                .append(Html.quoted(address))
                .append(',')
                .append(Html.quoted(title))
                .append(',')
                .append(sections)
                .append("],\n");
    }
}
