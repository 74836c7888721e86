package io.mehari.site;

import com.fasterxml.jackson.databind.JsonNode;
import io.mehari.report.Json;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A headless Chromium with one page and a new profile. It records everything that goes wrong in the page. */
final class Browser implements AutoCloseable {
    /** The message if no Chromium is installed. */
    static final String MISSING =
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
    /**
     * Waits for page loads, by the loader id of the browser: an empty page may still be loading when the next page is
     * requested.
     */
    private final Map<String, CompletableFuture<Boolean>> visits = new ConcurrentHashMap<>();

    private Browser(Path executable) throws IOException {
        profile = Files.createTempDirectory("mehari-browser");
        List<String> command = new ArrayList<>(List.of(executable.toString()));
        command.addAll(FLAGS);
        command.add("--user-data-dir=" + profile);
        tools = new DevTools(command, this::heard);
        for (String domain : List.of("Page", "Runtime", "Log", "Network", "DOM")) {
            tools.call(domain + ".enable", Map.of());
        }
        tools.call("Page.setLifecycleEventsEnabled", Map.of("enabled", true));
    }

    /** The Chromium on the PATH. */
    static Optional<Path> installed() {
        String path = System.getenv("PATH");
        return Stream.of((path == null ? "" : path).split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts the Chromium on the PATH. */
    static Browser start() throws IOException {
        return new Browser(installed().orElseThrow(() -> new IllegalStateException(MISSING)));
    }

    /** Opens the page and waits until it is completely loaded. Clears the recorded complaints and requests. */
    void open(URI page) {
        complaints.clear();
        requests.clear();
        JsonNode visit = tools.call("Page.navigate", Map.of("url", page.toString()));
        JsonNode error = visit.get("errorText");
        if (error != null) {
            throw new IllegalStateException(page + ": " + error.asText());
        }
        DevTools.wait(visited(visit.get("loaderId").asText()));
    }

    /** The size of the window in CSS pixels; a phone has a touch screen and respects the viewport of the page. */
    void resize(int width, int height, boolean phone) {
        tools.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
    }

    /** Sets whether the reader prefers a dark page. */
    void dark(boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        tools.call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    /**
     * The value of an expression in the page, which may be a promise. An exception of the expression is thrown here.
     */
    JsonNode evaluate(String expression) {
        JsonNode answer = tools.call(
                "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        JsonNode thrown = answer.get("exceptionDetails");
        if (thrown != null) {
            throw new IllegalStateException(expression + ": " + text(thrown));
        }
        JsonNode value = answer.get("result").get("value");
        return value == null ? Json.parse("null") : value;
    }

    /** Scrolls to the first element that the selector finds, and clicks its centre with the mouse. */
    void click(String selector) {
        JsonNode middle = evaluate("(() => { const e = document.querySelector(" + Json.write(selector) + ");"
                + " e.scrollIntoView({block: 'center', behavior: 'instant'}); const r = e.getBoundingClientRect();"
                + " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            tools.call(
                    "Input.dispatchMouseEvent",
                    Map.of(
                            "type",
                            type,
                            "button",
                            "left",
                            "clickCount",
                            1,
                            "x",
                            middle.get("x").asDouble(),
                            "y",
                            middle.get("y").asDouble()));
        }
    }

    /**
     * Presses and releases a key, for the element with the focus: a letter, a digit, a space, a slash, or one of Enter,
     * Tab, Escape, ArrowUp and ArrowDown.
     */
    void press(String key) {
        int code = KEYS.getOrDefault(key, (int) Character.toUpperCase(key.charAt(0)));
        Map<String, Object> event = new HashMap<>(Map.of("key", key, "windowsVirtualKeyCode", code));
        if (key.equals("Enter") || key.length() == 1) {
            event.put("text", key.equals("Enter") ? "\r" : key);
        }
        event.put("type", "keyDown");
        tools.call("Input.dispatchKeyEvent", event);
        event.remove("text");
        event.put("type", "keyUp");
        tools.call("Input.dispatchKeyEvent", event);
    }

    /** Writes a PNG of the window or, if wanted, of the whole page. */
    void screenshot(Path file, boolean wholePage) throws IOException {
        Map<String, Object> wanted = new HashMap<>(Map.of("format", "png", "captureBeyondViewport", wholePage));
        if (wholePage) {
            JsonNode size = tools.call("Page.getLayoutMetrics", Map.of()).get("cssContentSize");
            wanted.put(
                    "clip",
                    Map.of("x", 0, "y", 0, "scale", 1, "width", size.get("width"), "height", size.get("height")));
        }
        String data = tools.call("Page.captureScreenshot", wanted).get("data").asText();
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.write(file, Base64.getDecoder().decode(data));
    }

    /** Uncaught exceptions, and errors and warnings on the console and in the log of the browser. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** All URLs that the page has requested, including its own. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void heard(String method, JsonNode event) {
        switch (method) {
            case "Page.lifecycleEvent" -> {
                if (event.get("name").asText().equals("load")) {
                    visited(event.get("loaderId").asText()).complete(true);
                }
            }
            case "Network.requestWillBeSent" ->
                requests.add(event.get("request").get("url").asText());
            case "Runtime.exceptionThrown" -> complaints.add(text(event.get("exceptionDetails")));
            case "Log.entryAdded" -> complaint(event.get("entry").get("level").asText(), event.get("entry"));
            case "Runtime.consoleAPICalled" -> complaint(event.get("type").asText(), event.get("args"));
            default -> {
                // other events do not matter
            }
        }
    }

    private CompletableFuture<Boolean> visited(String visit) {
        return visits.computeIfAbsent(visit, none -> new CompletableFuture<>());
    }

    private void complaint(String level, JsonNode what) {
        if (List.of("error", "warning", "assert").contains(level)) {
            complaints.add(level + ": " + what);
        }
    }

    private static String text(JsonNode exception) {
        JsonNode thrown = exception.get("exception");
        JsonNode description = thrown == null ? null : thrown.get("description");
        return description == null ? exception.toString() : description.asText();
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
