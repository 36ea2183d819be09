import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The sandbox of plid, over HTTP: one that runs at PLID_SERVICE, or one of its own. It needs Java 11 or later and no library. In a test of JUnit: a static field
 * that {@code @BeforeAll} starts and {@code @AfterAll} closes, and {@code ask("POST", "/reset", "{}")} before each.
 */
final class PlidSandbox implements AutoCloseable {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    final String url;
    private final Process process;

    /** @param words options of {@code plid sandbox}, such as {@code --seed seed.json}. */
    PlidSandbox(String... words) throws IOException {
        String given = System.getenv("PLID_SERVICE");
        if (given != null) {
            url = given;
            process = null;
            return;
        }
        List<String> command = new ArrayList<>(List.of("npx", "--no", "plid", "sandbox", "--port", "0"));
        command.addAll(List.of(words));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        // plid sandbox is ready: http://localhost:40001
        String ready = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (ready == null) throw new IOException("The sandbox did not start.");
        url = ready.substring(ready.lastIndexOf(' ') + 1);
    }

    /** One call of docs/sandbox/api.md, such as {@code ask("POST", "/clock", "{\"advance\": 601}")}. @return the answer, as JSON. */
    String ask(String method, String path, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(url + "/sandbox" + path))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body)));
    }

    /** A whole sign-in through the real pages. @return its code, or the error of somebody who denies. */
    String signIn(String phoneNo, String clientId) throws IOException, InterruptedException {
        String answer = ask("POST", "/sign-in", "{\"phoneNo\": \"" + phoneNo + "\", \"client_id\": \"" + clientId + "\"}");
        return answer.contains("\"code\"") ? field(answer, "code") : field(answer, "error");
    }

    static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofString()).body();
    }

    /** The first text of this name in a JSON answer; a library such as Jackson does it better. */
    static String field(String json, String name) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "";
    }

    @Override
    public void close() {
        if (process == null) return;
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
