import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;

/** A carrier for plid, on the JDK alone: the calls of the service below `/`, and the page of a phone at `/phone`. */
public final class Main {
    private static final int MAX_BODY = 32 * 1024;

    private final Settings settings;
    private final Calls calls;

    private Main(Settings settings, Calls calls) {
        this.settings = settings;
        this.calls = calls;
    }

    public static void main(String[] words) throws IOException {
        Settings settings = Settings.fromEnvironment();
        Requests requests = new Requests();
        // A proxy with TLS stands in front of it: it listens on this machine alone.
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), settings.port()), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", new Main(settings, new Calls(settings, requests))::answer);
        server.createContext("/phone", new Phone(requests, new Answered(settings))::answer);
        server.start();
        System.out.println("The carrier listens at http://localhost:" + settings.port() + ", its phones at /phone");
    }

    private void answer(HttpExchange exchange) throws IOException {
        String call = exchange.getRequestURI().getPath().substring(1);
        if (!exchange.getRequestMethod().equals("POST")) send(exchange, 404, Map.of());
        else if (!isService(exchange)) send(exchange, 401, Map.of());
        else answerCall(exchange, call);
    }

    private void answerCall(HttpExchange exchange, String call) throws IOException {
        Map<String, Object> question;
        Optional<Map<String, Object>> answer;
        try {
            question = Question.object(Json.read(body(exchange)));
            answer = calls.answer(call, question);
        } catch (IllegalArgumentException wrong) {
            send(exchange, 400, Map.of("error", wrong.getMessage()));
            return;
        }
        Log.line(call, question.get("signIn"), answer.map(one -> one.get("status")).orElse("not offered"));
        send(exchange, answer.isPresent() ? 200 : 404, answer.orElse(Map.of()));
    }

    /** Takes as long for a token that is nearly right as for any other. */
    private boolean isService(HttpExchange exchange) {
        String sent = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization")).orElse("");
        return MessageDigest.isEqual(bytes(sent), bytes("Bearer " + settings.token()));
    }

    static String body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) throw new IllegalArgumentException("the body is too long");
        return new String(body, StandardCharsets.UTF_8);
    }

    private static void send(HttpExchange exchange, int status, Map<String, Object> answer) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        byte[] body = bytes(Json.write(answer));
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
