import java.time.Instant;

/** What happened in which sign-in, whose name the service's and the application's logs have too. Never a person, a number or a token. */
final class Log {
    private Log() {}

    static void line(String call, Object signIn, Object answer) {
        System.out.printf("%s %s %s %s%n", Instant.now(), call, String.valueOf(signIn).replaceAll("[^\\w-]", ""), answer);
    }
}
