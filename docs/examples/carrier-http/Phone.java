import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A page in the place of the app: what waits on the phones, and what the person may answer. `/phone/<requestId>` shows one request alone, and
 * leads back to the sign-in afterwards. Anybody on this machine may answer here; your app knows whose phone it runs on.
 */
final class Phone {
    private final Requests requests;
    private final Answered answered;

    Phone(Requests requests, Answered answered) {
        this.requests = requests;
        this.answered = answered;
    }

    void answer(HttpExchange exchange) throws IOException {
        String requestId = exchange.getRequestURI().getPath().replaceFirst("^/phone/?", "");
        if (exchange.getRequestMethod().equals("POST")) take(exchange, requestId);
        else show(exchange, requestId.isEmpty() ? requests.waiting() : requests.waiting(requestId).stream().toList());
    }

    /** The body of the form is `answer=42`, or `answer=deny`. */
    private void take(HttpExchange exchange, String requestId) throws IOException {
        String form = URLDecoder.decode(Main.body(exchange), StandardCharsets.UTF_8);
        Optional<Requests.Request> ended =
                isOwnPage(exchange) ? requests.answer(requestId, form.replaceFirst("^answer=", "")) : Optional.empty();
        ended.ifPresent(answered::tell);
        ended.ifPresent(request -> exchange.getResponseHeaders().set("Location", request.question.returnTo()));
        exchange.sendResponseHeaders(ended.isPresent() ? 303 : 410, -1);
        exchange.close();
    }

    /** A page of another site may not answer for the person. Programs name no site. */
    private static boolean isOwnPage(HttpExchange exchange) {
        String from = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
        return from == null || from.equals("same-origin");
    }

    private static void show(HttpExchange exchange, List<Requests.Request> waiting) throws IOException {
        String requests = waiting.stream().map(Phone::html).collect(Collectors.joining());
        byte[] page = """
                <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
                <title>Phones</title><style>body{font:1.1rem system-ui;margin:1rem;max-width:30rem}button,input{font:inherit;padding:.6rem 1rem}</style>
                <h1>Phones</h1>%s"""
                .formatted(requests.isEmpty() ? "<p>Nobody asks.</p>" : requests)
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    private static String html(Requests.Request request) {
        Question asked = request.question;
        String choices = request.numbers.stream().map(Phone::button).collect(Collectors.joining(" "));
        return """
                <section><h2>%s (%s)</h2><p>%s, %s %s: %s. %s. It asks for %s of your attributes.%s</p>
                <form method="post" action="/phone/%s">%s</form><form method="post" action="/phone/%s">%s</form></section>"""
                .formatted(
                        escape(asked.application()), escape(asked.applicationHost()),
                        escape(asked.told("browser")), escape(asked.told("city")), escape(asked.told("country")),
                        asked.tells("knownBrowser") ? "a browser that you have used" : "a new browser",
                        asked.tells("automaticLogin") ? "It will stay signed in" : "It will not stay signed in",
                        escape(String.valueOf(asked.context().get("attributes"))),
                        asked.tells("account") ? " It opens your own page of connections." : "",
                        request.requestId,
                        asked.typed() ? "<input name=answer inputmode=numeric aria-label=Number> <button>OK</button>" : choices,
                        request.requestId,
                        "<button name=answer value=deny>It is not me</button>");
    }

    private static String button(String number) {
        return "<button name=answer value=" + number + ">" + number + "</button>";
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
