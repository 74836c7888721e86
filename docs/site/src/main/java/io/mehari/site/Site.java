package io.mehari.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Writes the site of a project into a folder, and prints where it begins. */
public final class Site {
    private static final String SCRIPT = "site.js";

    private final Project project;
    private final Path folder;
    private final Links links;
    private final Javadoc javadoc;
    private final List<Page> pages = new ArrayList<>();
    private final SearchIndex index = new SearchIndex();

    private Site(Project project, Path folder, Javadoc javadoc) throws IOException {
        this.project = project;
        this.folder = folder;
        this.javadoc = javadoc;
        for (String each : project.pages()) {
            pages.add(Markdown.read(each, project.text(each)));
        }
        this.links = new Links(project, pages);
    }

    /** Takes the folder of the project, the folder of the site, which is emptied first, and that of the javadoc. */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            System.err.println("Site takes three folders: the project, the site to write, and javadoc, or none such.");
            System.exit(2);
        }
        Path folder = Path.of(arguments[1]);
        Javadoc javadoc = new Javadoc(Path.of(arguments[2]));
        write(Path.of(arguments[0]), folder, javadoc).forEach(System.err::println);
        System.out.println(folder.toAbsolutePath().normalize().resolve(Start.ADDRESS));
    }

    /** Writes all of it; what it gives back are the links that lead nowhere, each as a sentence. */
    static List<String> write(Path project, Path folder, Javadoc javadoc) throws IOException {
        empty(folder);
        return new Site(new Project(project), folder, javadoc).write();
    }

    private List<String> write() throws IOException {
        Contents contents = new Contents(pages);
        Frame frame = new Frame(contents);
        Sources sources = new Sources(project, links, frame);
        Markdown markdown = new Markdown(project, links, javadoc);
        put(Start.ADDRESS, frame.first(new Start(links, pages, javadoc).html()));
        for (List<Page> section : contents.sections().values()) {
            for (Page page : section) {
                put(page.address(), frame.page(page, markdown.html(page), sources.beside(page)));
                index.add(page);
            }
        }
        for (String path = links.nextAsked(); path != null; path = links.nextAsked()) {
            writeAsked(path, sources);
        }
        javadoc.copyTo(folder);
        put("search-index.js", index.program());
        put("site.css", resource("site.css"));
        put(SCRIPT, resource(SCRIPT));
        return links.missing();
    }

    private void writeAsked(String path, Sources sources) throws IOException {
        if (project.isFolder(path)) {
            put(Address.ofFolder(path), sources.folder(path));
        } else if (project.isImage(path)) {
            put(path, project.bytes(path));
        } else {
            String text = project.textOrNull(path);
            put(Address.ofSource(path), sources.file(path, text == null ? "(not a text)" : text));
            index.addFile(Address.ofSource(path), path);
        }
    }

    private void put(String address, String text) throws IOException {
        put(address, text.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String address, byte[] bytes) throws IOException {
        Path file = folder.resolve(address);
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.write(file, bytes);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Site.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException(name + " is not among the classes: build the module anew.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** So that no page stays that is no more. Refuses a folder that was never a site. */
    private static void empty(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            if (all.size() > 1 && !Files.exists(folder.resolve(SCRIPT))) {
                throw new IOException(folder + " holds files and is no site: name another folder, or empty it.");
            }
            for (Path each : all) {
                Files.delete(each);
            }
        }
    }
}
