import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The JDK reads no JSON: a line is the secret, then `name=type:value`, with tabs between them (see lines.ts). */
public final class Driver {
    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = input.readLine()) != null; ) {
            String[] parts = line.split("\t");
            try {
                Map<String, String> user = Fields.readUser(answerOf(parts), parts[0]);
                user.forEach((name, value) -> output.print(name + "=" + value + "\t"));
                output.println();
            } catch (IllegalArgumentException refused) {
                output.println("refused");
            }
        }
    }

    private static Map<String, Object> answerOf(String[] parts) {
        Map<String, Object> answer = new HashMap<>();
        Map<String, Object> user = new HashMap<>();
        for (int at = 1; at < parts.length; at += 1) {
            String[] pair = parts[at].split("=", 2);
            boolean isOfUser = pair[0].startsWith("user.");
            (isOfUser ? user : answer).put(pair[0].replaceFirst("^user\\.", ""), valueOf(pair[1]));
            if (isOfUser) answer.put("user", user);
        }
        return answer;
    }

    private static Object valueOf(String typed) {
        String value = typed.substring(2);
        if (typed.startsWith("n:")) return null;
        if (typed.startsWith("d:")) return Double.valueOf(value);
        return value.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");
    }
}
