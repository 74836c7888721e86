package io.mehari.site;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.jspecify.annotations.Nullable;

/** A page of Markdown, read: its title, its sections with what they say, and where its links lead. */
final class Page {
    /** What stands below a heading, up to the next. The part before the first heading but the title has no anchor. */
    static final class Section {
        final int level;
        final String heading;
        final String anchor;
        final StringBuilder text = new StringBuilder();

        Section(int level, String heading, String anchor) {
            this.level = level;
            this.heading = heading;
            this.anchor = anchor;
        }
    }

    final String path;
    final Node document;
    final List<Section> sections = new ArrayList<>();
    final List<String> links = new ArrayList<>();
    private final IdentityHashMap<Node, String> anchors = new IdentityHashMap<>();

    Page(String path, Node document) {
        this.path = path;
        this.document = document;
        sections.add(new Section(1, path, ""));
        document.accept(new Reader());
    }

    /** Its first heading, or its path if there is none. */
    String title() {
        return sections.get(sections.size() > 1 && sections.get(1).level == 1 ? 1 : 0).heading;
    }

    String address() {
        return Address.ofPage(path);
    }

    /** The id of that heading. */
    @Nullable
    String anchor(Node heading) {
        return anchors.get(heading);
    }

    private final class Reader extends AbstractVisitor {
        private final Map<String, Integer> seen = new TreeMap<>();

        @Override
        public void visit(Heading heading) {
            String text = words(heading);
            String anchor = anchor(text);
            int before = seen.merge(anchor, 1, Integer::sum) - 1;
            String id = before == 0 ? anchor : anchor + "-" + before;
            anchors.put(heading, id);
            sections.add(new Section(heading.getLevel(), text, id));
            visitChildren(heading);
        }

        @Override
        public void visit(Paragraph paragraph) {
            read(paragraph);
        }

        @Override
        public void visit(CustomNode node) {
            if (node instanceof TableCell) {
                read(node);
            } else {
                visitChildren(node);
            }
        }

        @Override
        public void visit(FencedCodeBlock code) {
            text().append(code.getLiteral()).append(' ');
        }

        @Override
        public void visit(IndentedCodeBlock code) {
            text().append(code.getLiteral()).append(' ');
        }

        @Override
        public void visit(Link link) {
            links.add(link.getDestination());
            visitChildren(link);
        }

        private void read(Node node) {
            text().append(words(node)).append(' ');
            visitChildren(node);
        }

        private StringBuilder text() {
            return sections.get(sections.size() - 1).text;
        }
    }

    /** As repository browsers make them: letters, digits, hyphens and underscores stay, a space becomes a hyphen. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                .replace(' ', '-');
    }

    /** What a reader sees of a node. */
    static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new Words(words));
        return words.toString();
    }

    private static final class Words extends AbstractVisitor {
        private final StringBuilder words;

        Words(StringBuilder words) {
            this.words = words;
        }

        @Override
        public void visit(Text text) {
            words.append(text.getLiteral());
        }

        @Override
        public void visit(Code code) {
            words.append(code.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak line) {
            words.append(' ');
        }

        @Override
        public void visit(HardLineBreak line) {
            words.append(' ');
        }
    }
}
