import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;

/** A login of an application in Java, at the sandbox: javac *.java && java LoginTest. Your tests have JUnit's annotations in the place of main. */
final class LoginTest {
    private static final String PHONE_NO = "01012345678";

    public static void main(String[] words) throws Exception {
        try (PlidSandbox sandbox = new PlidSandbox("--seed", "seed.json")) {
            String applications = sandbox.ask("POST", "/reset", "{}");
            String clientId = PlidSandbox.field(applications, "client_id");
            String secret = PlidSandbox.field(applications, "client_secret");

            expect("a code becomes a token", "bearer",
                    PlidSandbox.field(exchange(sandbox, clientId, secret, sandbox.signIn(PHONE_NO, clientId)), "token_type"));
            expect("who denies is not signed in", "access_denied", sandbox.signIn("01000000005", clientId));
            String code = sandbox.signIn(PHONE_NO, clientId);
            sandbox.ask("POST", "/clock", "{\"advance\": 61}");
            expect("a code ends after a minute", "server_error",
                    PlidSandbox.field(exchange(sandbox, clientId, secret, code), "error"));
        }
    }

    /** The client under test: whatever your application uses takes its place. */
    private static String exchange(PlidSandbox sandbox, String clientId, String secret, String code) throws Exception {
        String credentials = Base64.getEncoder().encodeToString((clientId + ":" + secret).getBytes());
        return PlidSandbox.send(HttpRequest.newBuilder(URI.create(sandbox.url + "/oauth2/token"))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=authorization_code&code=" + code)));
    }

    private static void expect(String statement, String wanted, String came) {
        if (!came.equals(wanted)) throw new AssertionError(statement + ": " + wanted + " was expected, and came: " + came);
        System.out.println("ok " + statement);
    }
}
