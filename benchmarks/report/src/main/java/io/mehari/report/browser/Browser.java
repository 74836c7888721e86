package io.mehari.report.browser;

import io.mehari.report.Json;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** Chromium without a window, with one page, a new profile, and an ear for everything that goes wrong in the page. */
public final class Browser implements AutoCloseable {
    /** What to tell where none is installed. */
    public static final String MISSING =
            "No Chromium is on the PATH, so no page was looked at. Install one: apt-get install -y chromium";

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final List<String> FLAGS = List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-default-apps",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--remote-debugging-port=0");
    private static final Map<String, Integer> KEYS =
            Map.of("Enter", 13, "Tab", 9, "Escape", 27, "ArrowUp", 38, "ArrowDown", 40, "/", 191);

    private final Path profile;
    private final DevTools tools;
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    /** By the name that the browser gives to a visit: an empty page may be loaded still when the next is asked for. */
    private final Map<String, CompletableFuture<Boolean>> visits = new ConcurrentHashMap<>();

    private Browser(Path executable) throws IOException {
        profile = Files.createTempDirectory("mehari-browser");
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + profile);
        tools = new DevTools(command, this::heard);
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "DOM")) {
            tools.call(domain + ".enable", "{}");
        }
        tools.call("Page.setLifecycleEventsEnabled", "{\"enabled\": true}");
    }

    /** The one on the PATH. */
    public static Optional<Path> installed() {
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts the one on the PATH. */
    public static Browser start() throws IOException {
        return new Browser(installed().orElseThrow(() -> new IllegalStateException(MISSING)));
    }

    /** Goes there and waits until all of it is loaded. What was heard of the page before is forgotten. */
    public void open(URI page) {
        complaints.clear();
        requests.clear();
        Json visit = tools.call("Page.navigate", "{\"url\": " + Json.quoted(page.toString()) + "}");
        Json error = visit.find("errorText");
        if (error != null) {
            throw new IllegalStateException(page + ": " + error.text());
        }
        DevTools.wait(visited(visit.get("loaderId").text()));
    }

    /** The size of the window in CSS pixels; a phone has a touch screen and minds the page's viewport. */
    public void resize(int width, int height, boolean phone) {
        tools.call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\": " + width + ", \"height\": " + height + ", \"deviceScaleFactor\": 1" + ", \"mobile\": "
                        + phone + "}");
    }

    /** What the page is told when it asks whether the reader likes it dark. */
    public void dark(boolean dark) {
        tools.call(
                "Emulation.setEmulatedMedia",
                "{\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"" + (dark ? "dark" : "light")
                        + "\"}]}");
    }

    /** The value of an expression in the page, which may be a promise; whatever it throws is thrown. */
    public Json evaluate(String expression) {
        Json answer = tools.call(
                "Runtime.evaluate",
                "{\"expression\": " + Json.quoted(expression) + ", \"returnByValue\": true, \"awaitPromise\": true}");
        Json thrown = answer.find("exceptionDetails");
        if (thrown != null) {
            throw new IllegalStateException(expression + ": " + text(thrown));
        }
        Json value = answer.get("result").find("value");
        return value == null ? Json.parse("null") : value;
    }

    /** Scrolls to the first element that the selector finds, and clicks into its middle with the mouse. */
    public void click(String selector) {
        Json middle = evaluate("(() => { const e = document.querySelector(" + Json.quoted(selector) + ");"
                + " e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect();"
                + " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
        String where = ", \"x\": " + middle.get("x").number() + ", \"y\": "
                + middle.get("y").number();
        for (String type : List.of("mousePressed", "mouseReleased")) {
            tools.call(
                    "Input.dispatchMouseEvent",
                    "{\"type\": \"" + type + "\", \"button\": \"left\", \"clickCount\": 1" + where + "}");
        }
    }

    /**
     * Presses and lets go a key, wherever the focus is: a letter, a digit, a space, a slash, or one of Enter, Tab,
     * Escape, ArrowUp and ArrowDown.
     */
    public void press(String key) {
        String typed = key.equals("Enter") ? "\\r" : key.length() > 1 ? "" : key;
        int code = KEYS.getOrDefault(key, (int) Character.toUpperCase(key.charAt(0)));
        String rest = ", \"key\": " + Json.quoted(key) + ", \"windowsVirtualKeyCode\": " + code;
        String text = typed.isEmpty() ? "" : ", \"text\": \"" + typed + "\"";
        tools.call("Input.dispatchKeyEvent", "{\"type\": \"keyDown\"" + rest + text + "}");
        tools.call("Input.dispatchKeyEvent", "{\"type\": \"keyUp\"" + rest + "}");
    }

    /** Chooses a file in the file input that the selector finds. */
    public void choose(String selector, Path file) {
        double root =
                tools.call("DOM.getDocument", "{}").get("root").get("nodeId").number();
        double node = tools.call(
                        "DOM.querySelector",
                        "{\"nodeId\": " + (long) root + ", \"selector\": " + Json.quoted(selector) + "}")
                .get("nodeId")
                .number();
        tools.call(
                "DOM.setFileInputFiles",
                "{\"nodeId\": " + (long) node + ", \"files\": ["
                        + Json.quoted(file.toAbsolutePath().toString()) + "]}");
    }

    /** Writes a PNG of the window or, if wanted, of the whole page. */
    public void screenshot(Path file, boolean wholePage) throws IOException {
        String data = tools.call(
                        "Page.captureScreenshot",
                        "{\"format\": \"png\", \"captureBeyondViewport\": " + wholePage + clip(wholePage) + "}")
                .get("data")
                .text();
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(file, Base64.getDecoder().decode(data));
    }

    private String clip(boolean wholePage) {
        if (!wholePage) {
            return "";
        }
        Json size = tools.call("Page.getLayoutMetrics", "{}").get("cssContentSize");
        return ", \"clip\": {\"x\": 0, \"y\": 0, \"scale\": 1, \"width\": "
                + size.get("width").number() + ", \"height\": "
                + size.get("height").number() + "}";
    }

    /** Exceptions that nobody caught, errors and warnings on the console and in the browser's log. */
    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Every address that the page asked for, its own among them. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void heard(String method, Json event) {
        switch (method) {
            case "Page.lifecycleEvent" -> {
                if (event.get("name").text().equals("load")) {
                    visited(event.get("loaderId").text()).complete(true);
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(event.get("request").get("url").text());
            case "Runtime.exceptionThrown" -> complaints.add(text(event.get("exceptionDetails")));
            case "Log.entryAdded" -> complaint(event.get("entry").get("level").text(), event.get("entry"));
            case "Runtime.consoleAPICalled" -> complaint(event.get("type").text(), event.get("args"));
            default -> {
                // of no interest
            }
        }
    }

    private CompletableFuture<Boolean> visited(String visit) {
        return visits.computeIfAbsent(visit, none -> new CompletableFuture<>());
    }

    private void complaint(String level, Json what) {
        if (List.of("error", "warning", "assert").contains(level)) {
            complaints.add(level + ": " + what);
        }
    }

    private static String text(Json exception) {
        Json thrown = exception.find("exception");
        Json description = thrown == null ? null : thrown.find("description");
        return description == null ? exception.toString() : description.text();
    }

    @Override
    public void close() throws IOException {
        tools.close();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
