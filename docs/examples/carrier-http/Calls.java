import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls of the service: docs/carrier.openapi.yaml. `start` and `notify` are not offered. */
final class Calls {
    private static final List<String> SHOWN = List.of(
            "application", "applicationHost", "browser", "place", "knownBrowser", "automaticLogin", "attributes", "account");

    /** Where people get the app. */
    private static final String INSTALL = "https://app.carrier.example/install";

    private final Settings settings;
    private final Requests requests;

    Calls(Settings settings, Requests requests) {
        this.settings = settings;
        this.requests = requests;
    }

    /** @return the answer; empty where the call is not offered. @throws IllegalArgumentException where the question has another shape. */
    Optional<Map<String, Object>> answer(String call, Map<String, Object> question) {
        return Optional.ofNullable(switch (call) {
            case "confirm" -> confirm(Question.from(question));
            case "outcome" -> requests.outcome(nameOf(question));
            case "cancel" -> {
                requests.cancel(nameOf(question));
                yield Map.of("status", "done");
            }
            default -> null;
        });
    }

    private Map<String, Object> confirm(Question question) {
        Optional<Requests.Request> asked = requests.asked(question.id());
        if (asked.isPresent()) return requested(asked.get());
        Optional<Subscribers.Subscriber> subscriber = Subscribers.find(question);
        if (subscriber.isEmpty()) return Map.of("status", "unconfirmed");
        if (!subscriber.get().hasApp())
            return Map.of("status", "unregistered", "install", Map.of("web", INSTALL));
        return requests.ask(question, subscriber.get())
                .map(this::requested)
                .orElse(Map.of("status", "declined", "retryAfter", 60));
    }

    private Map<String, Object> requested(Requests.Request request) {
        return Map.of(
                "status", "requested",
                "requestId", request.requestId,
                "open", Map.of("web", settings.address() + "/phone/" + request.requestId),
                "calls", settings.service().isPresent(),
                "shown", SHOWN);
    }

    private static String nameOf(Map<String, Object> question) {
        return Question.text(question, "requestId", "[!-~]{1,199}");
    }
}
