import java.util.Map;
import java.util.regex.Pattern;

/** The body of `confirm`: who is to be asked, and what their phone shows. A field that isn't needed isn't read. */
record Question(
        String id,
        String signIn,
        String name,
        String phoneNo,
        String telcoCd,
        boolean mvno,
        String application,
        String applicationHost,
        String match,
        boolean typed,
        int choices,
        long expiresIn,
        Map<String, Object> context,
        String returnTo) {

    /** @throws IllegalArgumentException where a field is missing or has another shape: nobody's phone rings then. */
    static Question from(Map<String, Object> fields) {
        return new Question(
                text(fields, "id", "[\\w-]{8,64}"),
                text(fields, "signIn", "[\\w-]{8,32}"),
                text(fields, "name", ".{1,200}"),
                text(fields, "phoneNo", "01\\d{9}"),
                text(fields, "telcoCd", "[SKL]"),
                of(Boolean.class, fields, "mvno"),
                text(fields, "application", ".{1,100}"),
                text(fields, "applicationHost", "\\S{1,255}"),
                text(fields, "match", "\\d{2}"),
                text(fields, "entry", "choose|type").equals("type"),
                choices(fields.get("choices")),
                positive(of(Long.class, fields, "expiresIn")),
                object(fields.get("context")),
                text(fields, "returnTo", "https?://\\S+"));
    }

    /** A part of the context for the page of the phone, or nothing where the service does not know it. */
    String told(String part) {
        return context.get(part) instanceof String text ? text : "";
    }

    boolean tells(String part) {
        return Boolean.TRUE.equals(context.get(part));
    }

    static String text(Map<String, Object> fields, String name, String format) {
        String value = of(String.class, fields, name);
        if (!Pattern.matches(format, value)) throw new IllegalArgumentException(name);
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        if (value instanceof Map<?, ?> fields) return (Map<String, Object>) fields;
        throw new IllegalArgumentException("an object is missing");
    }

    private static <Kind> Kind of(Class<Kind> kind, Map<String, Object> fields, String name) {
        if (kind.isInstance(fields.get(name))) return kind.cast(fields.get(name));
        throw new IllegalArgumentException(name);
    }

    /** Among how many numbers the right one stands: 3, unless the service says otherwise after a slip. */
    private static int choices(Object count) {
        if (count == null) return 3;
        if (count instanceof Long number && number >= 3 && number <= 9) return number.intValue();
        throw new IllegalArgumentException("choices");
    }

    private static long positive(long seconds) {
        if (seconds < 1) throw new IllegalArgumentException("expiresIn");
        return seconds;
    }
}
