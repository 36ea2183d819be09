import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Reads the user record of a phone-number login: checks it, decrypts its fields, and evens out every spelling that the
 * specification allows (sections 2.1 and 2.2). The JDK is enough; Java 11 or later.
 */
public final class Fields {
    private Fields() {}

    private static final Set<String> ENCRYPTED = Set.of("ci", "phoneNo", "name", "birthday", "birthdate");

    /** What each field looks like in the clear. */
    private static final Map<String, Pattern> FORMATS = Map.of(
            "ci", Pattern.compile("[\\x21-\\x7e]+"),
            "phoneNo", Pattern.compile("01[0-9]{9}"),
            "name", Pattern.compile("[^\\x00-\\x1f\\x7f-\\x9f]+"),
            "gender", Pattern.compile("[FM]"),
            "agegroup", Pattern.compile("0|[1-9]0|1[0-4]0"),
            "birthday", Pattern.compile("[0-9]{4}"),
            "birthdate", Pattern.compile("[0-9]{6}"),
            "foreign", Pattern.compile("[LF]"),
            "telcoCd", Pattern.compile("[SKL]"));

    /**
     * @param answer the JSON of GET /v1/user/me as a Map, as Jackson and Gson make one
     * @return plid, autoLoginYn, autoStatusCheck, and the fields that have a value: after an automatic sign-in there is none. A
     *     field that is not what section 2.1 describes is left out: one odd value doesn't lock a user out. After a wrong client
     *     secret every encrypted field is left out.
     * @throws IllegalArgumentException where the answer is a refusal, or names no user
     */
    public static Map<String, String> readUser(Map<String, ?> answer, String clientSecret) {
        if (!"0000".equals(answer.get("code"))) {
            throw new IllegalArgumentException("The service refused: " + answer.get("error") + " " + answer.get("message"));
        }
        Map<?, ?> sent = answer.get("user") instanceof Map ? (Map<?, ?>) answer.get("user") : Map.of();
        if (!(sent.get("plid") instanceof String) || "".equals(sent.get("plid"))) {
            throw new IllegalArgumentException("The answer names no user");
        }
        Map<String, String> user = new LinkedHashMap<>();
        user.put("plid", (String) sent.get("plid"));
        for (String flag : new String[] {"autoLoginYn", "autoStatusCheck"}) {
            user.put(flag, "Y".equals(sent.get(flag)) ? "Y" : "N");
        }
        for (String name : FORMATS.keySet()) {
            try {
                String value = readField(name, text(sent.get(name)), clientSecret);
                if (!value.isEmpty()) user.put(name, value);
            } catch (IllegalArgumentException odd) {
                continue;
            }
        }
        return user;
    }

    /** One field in the clear. @throws IllegalArgumentException where it is not what section 2.1 describes */
    private static String readField(String name, String sent, String clientSecret) {
        Pattern format = FORMATS.get(name);
        // The empty agegroup of an automatic sign-in may come encrypted.
        boolean isEncrypted = ENCRYPTED.contains(name) || name.equals("agegroup") && !format.matcher(sent).matches();
        String clear = isEncrypted && !sent.isEmpty() ? decrypt(sent, clientSecret) : sent;
        String value = name.equals("phoneNo") ? mobileNumber(clear) : name.equals("name") ? clear.strip() : clear;
        if (value.isEmpty() || format.matcher(value).matches()) return value;
        throw new IllegalArgumentException(name + " is not what the specification describes");
    }

    /** A field may be missing, null or empty; agegroup may be a number, of which Gson makes a Double. */
    private static String text(Object sent) {
        if (sent == null) return "";
        return sent instanceof Number ? String.valueOf(((Number) sent).longValue()) : sent.toString();
    }

    /**
     * One encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the client
     * secret.
     * @throws IllegalArgumentException where it was not encrypted with this secret
     */
    public static String decrypt(String value, String clientSecret) {
        byte[] key = clientSecret.substring(0, 16).getBytes(StandardCharsets.UTF_8);
        try {
            Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
            cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(key));
            // Other encoders break lines, or write no padding.
            byte[] clear = cipher.doFinal(Base64.getDecoder().decode(value.replaceAll("[ \\t\\r\\n\\f]", "")));
            // Unlike new String(), it refuses what is no UTF-8.
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(clear)).toString();
        } catch (GeneralSecurityException | CharacterCodingException wrong) {
            throw new IllegalArgumentException("A field was not encrypted with this client secret", wrong);
        }
    }

    /** 11 digits, whether it came with hyphens or the country code. */
    private static String mobileNumber(String written) {
        String bare = written.replaceAll("[\\s().-]", "");
        return bare.replaceFirst("^(\\+|00)?82", "").replaceFirst("^1", "01");
    }
}
