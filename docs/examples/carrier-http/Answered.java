import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** Tells the service that a phone has answered. It then asks for the outcome at once; where this fails it asks by itself, later. */
final class Answered {
    private final Settings settings;
    private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    Answered(Settings settings) {
        this.settings = settings;
    }

    void tell(Requests.Request request) {
        settings.service().ifPresent(service -> call(service, request));
    }

    private void call(URI service, Requests.Request request) {
        HttpRequest call = HttpRequest.newBuilder(service.resolve("/carrier/answered"))
                .timeout(Duration.ofSeconds(5))
                .header("Authorization", "Bearer " + settings.serviceToken())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(Json.write(
                        Map.of("requestId", request.requestId, "telcoCd", request.question.telcoCd()))))
                .build();
        client.sendAsync(call, BodyHandlers.discarding())
                .whenComplete((answer, failure) -> Log.line(
                        "answered", request.question.signIn(), failure == null ? "" + answer.statusCode() : "failed"));
    }
}
