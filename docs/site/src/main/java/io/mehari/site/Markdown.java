package io.mehari.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** Reads pages of Markdown and writes them as HTML. */
final class Markdown {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final Pattern SHOWN = Pattern.compile("<!-- ([\\w./-]+?)(?:#([\\w.-]+))? -->\\s*");
    private static final String BEFORE = "Before.java";
    private static final String AFTER = "After.java";
    private static final Pattern COMMENT = Pattern.compile("(?s)\\s*<!--.*?-->\\s*");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"[\\w.-]+\">|</a>");

    private final Project project;
    private final Links links;
    private final Javadoc javadoc;

    Markdown(Project project, Links links, Javadoc javadoc) {
        this.project = project;
        this.links = links;
        this.javadoc = javadoc;
    }

    static Page read(String path, String text) {
        return new Page(path, PARSER.parse(text));
    }

    /** The page's text, all links in it rewritten. */
    String html(Page page) {
        page.document.accept(new Rewriter(page));
        String html = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> new Attributes(page))
                .nodeRendererFactory(context -> new Special(page, context.getWriter()))
                .build()
                .render(page.document);
        return html.replaceAll("<table( [^>]*)?>", "<div class=\"scroll\" tabindex=\"0\">$0")
                .replace("</table>", "</table></div>");
    }

    private final class Rewriter extends AbstractVisitor {
        private final Page page;
        private final Set<String> linked = new HashSet<>();

        Rewriter(Page page) {
            this.page = page;
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            String address = links.address(page, link.getDestination());
            if (address == null) {
                for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
                    link.insertBefore(child);
                }
                link.unlink();
            } else {
                link.setDestination(address);
            }
        }

        /** A type leads to its javadoc where a page of the guide first names it, outside of links and headings. */
        @Override
        public void visit(Code code) {
            String type = javadoc.address(code.getLiteral());
            boolean free = !(code.getParent() instanceof Link || code.getParent() instanceof Heading);
            if (type != null && free && page.path.startsWith("docs/guide/") && linked.add(type)) {
                Link link = new Link(Address.between(page.address(), type), null);
                code.insertBefore(link);
                link.appendChild(code);
            }
        }

        @Override
        public void visit(Image image) {
            String address = links.address(page, image.getDestination());
            image.setDestination(address == null ? "" : address);
        }
    }

    /** Raw HTML, of which only comments and anchors are meant as such, and blocks of code. */
    private final class Special implements NodeRenderer {
        private final Page page;
        private final HtmlWriter out;
        private final Map<String, String> before = new HashMap<>(); // the blocks of Before.java, by their regions

        Special(Page page, HtmlWriter out) {
            this.page = page;
            this.out = out;
        }

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(HtmlBlock.class, HtmlInline.class, FencedCodeBlock.class);
        }

        @Override
        public void render(Node node) {
            if (node instanceof HtmlBlock block) {
                if (!COMMENT.matcher(block.getLiteral()).matches()) {
                    out.tag("p");
                    inline(block.getLiteral());
                    out.tag("/p");
                    out.line();
                }
            } else if (node instanceof HtmlInline inline) {
                inline(inline.getLiteral());
            } else if (node instanceof FencedCodeBlock code) {
                code(code);
            }
        }

        private void inline(String raw) {
            if (ANCHOR.matcher(raw).matches()) {
                out.raw(raw);
            } else if (!COMMENT.matcher(raw).matches()) {
                out.text(raw);
            }
        }

        private void code(FencedCodeBlock code) {
            boolean java = "java".equals(code.getInfo());
            String comment = java && code.getPrevious() instanceof HtmlBlock block ? block.getLiteral() : "";
            out.tag("div", Map.of("class", "code"));
            origin(comment);
            out.raw("<pre tabindex=\"0\"><code>");
            out.raw(java ? JavaColours.html(code.getLiteral()) : Html.escape(code.getLiteral()));
            out.raw("</code></pre></div>");
            out.line();
            difference(comment, code.getLiteral());
        }

        /** Below a region of After.java, how it differs from the same region of Before.java, if the page shows both. */
        private void difference(String comment, String code) {
            Matcher shown = SHOWN.matcher(comment);
            if (!shown.matches() || shown.group(2) == null) {
                return;
            }
            String region = shown.group(2);
            if (shown.group(1).equals(BEFORE)) {
                before.put(region, code);
            } else if (shown.group(1).equals(AFTER) && before.containsKey(region)) {
                out.raw(Diff.html(BEFORE, before.get(region), AFTER, code));
            }
        }

        /** The file that the block is a region of, as a link to its line. */
        private void origin(String comment) {
            Matcher shown = SHOWN.matcher(comment);
            String file = shown.matches() ? project.shownBy(page.path, shown.group(1)) : null;
            if (file == null) {
                return;
            }
            String name = file.substring(file.lastIndexOf('/') + 1);
            String region = shown.group(2) == null ? name.replace(".java", "") : shown.group(2);
            String address = links.toSource(page.address(), file) + "#L" + line(file, region);
            out.raw("<p class=\"origin\">" + Html.link(address, name) + "</p>");
        }

        /** The one below {@code // region name}, or the first. */
        private int line(String file, String region) {
            try {
                String text = project.text(file);
                int at = text.indexOf("// region " + region + "\n");
                return at < 0 ? 1 : (int) text.substring(0, at).lines().count() + 1;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
