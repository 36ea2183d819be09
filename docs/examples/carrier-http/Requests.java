import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The requests on phones, in memory. Put them into a database where several servers answer. */
final class Requests {
    enum State { PENDING, APPROVED, DENIED, WRONG_NUMBER, CANCELLED }

    /** How long an approval stays available: the service asks for it once more after its consent page. */
    private static final long APPROVAL_SECONDS = 600;
    /** The number of requests that may wait on one phone: the carrier's own limit. */
    private static final int MAX_WAITING = 20;

    private static final SecureRandom random = new SecureRandom();

    /** A request on a phone. `numbers`: those among which the person finds the one on their screen. */
    static final class Request {
        final String requestId = String.format("r-%016x%016x", random.nextLong(), random.nextLong());
        final Question question;
        final Subscribers.Subscriber subscriber;
        final List<String> numbers;
        private State state = State.PENDING;
        /** When it ends, on a clock that nobody sets: `expiresIn` counts, whatever the time of day is. */
        private long end;

        private Request(Question question, Subscribers.Subscriber subscriber) {
            this.question = question;
            this.subscriber = subscriber;
            numbers = among(question.match(), question.choices());
            end = secondsFromNow(question.expiresIn());
        }

        private boolean isOver() {
            return System.nanoTime() - end >= 0;
        }
    }

    /** By the service's name for the question. */
    private final Map<String, Request> byQuestion = new LinkedHashMap<>();

    /** The request that asks this question, of which there is one even where it arrives twice at once. Empty where too many wait on the phone. */
    synchronized Optional<Request> ask(Question question, Subscribers.Subscriber subscriber) {
        byQuestion.values().removeIf(Request::isOver);
        Optional<Request> known = asked(question.id());
        if (known.isPresent()) return known;
        if (waitingAt(question.phoneNo()).size() >= MAX_WAITING) return Optional.empty();
        Request request = new Request(question, subscriber);
        byQuestion.put(question.id(), request);
        return Optional.of(request);
    }

    /** @param id the service's name for a question. A retry has the same: it is answered as the first was. */
    synchronized Optional<Request> asked(String id) {
        return Optional.ofNullable(byQuestion.get(id));
    }

    synchronized Map<String, Object> outcome(String requestId) {
        Optional<Request> known = find(requestId).filter(request -> !request.isOver());
        if (known.isEmpty()) return Map.of("status", "expired");
        return switch (known.get().state) {
            case PENDING -> Map.of("status", "pending");
            case CANCELLED -> Map.of("status", "cancelled");
            case DENIED -> Map.of("status", "denied", "why", "person");
            case WRONG_NUMBER -> Map.of("status", "denied", "why", "wrong_number");
            case APPROVED -> Map.of(
                    "status", "approved",
                    "identity", known.get().subscriber.identity(),
                    "phone", Map.of("country", "KR"),
                    "method", "possession");
        };
    }

    /** Whatever the phone answers afterwards counts for nothing. */
    synchronized void cancel(String requestId) {
        waiting(requestId).ifPresent(request -> request.state = State.CANCELLED);
    }

    /**
     * The person has answered: the number that they chose or typed, or anything else to deny. Only the first answer counts.
     * @return the request that it has ended.
     */
    synchronized Optional<Request> answer(String requestId, String answer) {
        Optional<Request> answered = waiting(requestId);
        answered.ifPresent(request -> {
            boolean isNumber = answer.matches("\\d{2}");
            boolean isRight = answer.equals(request.question.match());
            request.state = isRight ? State.APPROVED : isNumber ? State.WRONG_NUMBER : State.DENIED;
            request.end = secondsFromNow(APPROVAL_SECONDS);
        });
        return answered;
    }

    synchronized Optional<Request> waiting(String requestId) {
        return find(requestId).filter(request -> request.state == State.PENDING && !request.isOver());
    }

    synchronized List<Request> waiting() {
        return byQuestion.values().stream()
                .filter(request -> request.state == State.PENDING && !request.isOver())
                .toList();
    }

    private List<Request> waitingAt(String phoneNo) {
        return waiting().stream().filter(request -> request.question.phoneNo().equals(phoneNo)).toList();
    }

    private Optional<Request> find(String requestId) {
        return byQuestion.values().stream().filter(request -> request.requestId.equals(requestId)).findFirst();
    }

    private static long secondsFromNow(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    private static List<String> among(String match, int count) {
        List<String> numbers = new ArrayList<>(List.of(match));
        while (numbers.size() < count) {
            String other = String.format("%02d", random.nextInt(100));
            if (!numbers.contains(other)) numbers.add(other);
        }
        Collections.shuffle(numbers, random);
        return List.copyOf(numbers);
    }
}
