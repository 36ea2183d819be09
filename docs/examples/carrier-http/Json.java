import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * JSON as Map, List, String, Long, Double, Boolean and null. The JDK reads none: put your library's in the place of this file.
 */
final class Json {
    private static final int MAX_DEPTH = 16;
    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException where the text is no JSON, or is nested too deeply. */
    static Object read(String text) {
        Json json = new Json(text);
        Object value = json.value(0);
        json.space();
        if (json.at < text.length()) throw json.unexpected();
        return value;
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> fields)
            return fields.entrySet().stream()
                    .map(field -> quote(field.getKey().toString()) + ":" + write(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        if (value instanceof List<?> items)
            return items.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        return value instanceof String string ? quote(string) : String.valueOf(value);
    }

    private static String quote(String string) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char one : string.toCharArray()) {
            if (one == '"' || one == '\\') quoted.append('\\').append(one);
            else if (one < ' ') quoted.append(String.format("\\u%04x", (int) one));
            else quoted.append(one);
        }
        return quoted.append('"').toString();
    }

    private Object value(int depth) {
        if (depth > MAX_DEPTH) throw unexpected();
        space();
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> fields = new LinkedHashMap<>();
        take('{');
        if (takes('}')) return fields;
        do {
            space();
            String name = string();
            space();
            take(':');
            fields.put(name, value(depth + 1));
        } while (takes(','));
        take('}');
        return fields;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        take('[');
        if (takes(']')) return items;
        do items.add(value(depth + 1));
        while (takes(','));
        take(']');
        return items;
    }

    private String string() {
        take('"');
        StringBuilder string = new StringBuilder();
        while (peek() != '"') {
            char one = text.charAt(at++);
            if (one < ' ') throw unexpected();
            string.append(one == '\\' ? escaped() : one);
        }
        at++;
        return string.toString();
    }

    private char escaped() {
        char one = peek();
        at++;
        return switch (one) {
            case '"', '\\', '/' -> one;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 > text.length()) throw unexpected();
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
            }
            default -> throw unexpected();
        };
    }

    private Number number() {
        int from = at;
        while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) at++;
        String number = text.substring(from, at);
        if (!number.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([Ee][+-]?\\d+)?")) throw unexpected();
        return number.matches("-?\\d{1,18}") ? (Number) Long.valueOf(number) : Double.valueOf(number);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw unexpected();
        at += word.length();
        return value;
    }

    private void space() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private char peek() {
        if (at >= text.length()) throw unexpected();
        return text.charAt(at);
    }

    private void take(char expected) {
        space();
        if (peek() != expected) throw unexpected();
        at++;
    }

    private boolean takes(char possible) {
        space();
        if (peek() != possible) return false;
        at++;
        return true;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("No JSON, at character " + at);
    }
}
