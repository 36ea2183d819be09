import java.net.URI;
import java.util.Optional;

/**
 * @param token which the service sends (CARRIER_S_TOKEN there, and so on).
 * @param address at which people's browsers reach the phone page.
 * @param service whom to call once a phone has answered; without it the service asks by itself.
 * @param serviceToken good for this carrier's requests (CARRIER_TOKEN there).
 */
record Settings(int port, String token, String address, Optional<URI> service, String serviceToken) {
    static Settings fromEnvironment() {
        int port = Integer.parseInt(setting("PORT", "8090"));
        Optional<URI> service = Optional.of(setting("PLID_SERVICE", "")).filter(url -> !url.isEmpty()).map(URI::create);
        return new Settings(
                port,
                required("PLID_CARRIER_TOKEN"),
                setting("ADDRESS", "http://localhost:" + port),
                service,
                service.isEmpty() ? "" : required("PLID_SERVICE_TOKEN"));
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    private static String required(String name) {
        String value = setting(name, "");
        if (value.length() < 32) throw new IllegalStateException("Set " + name + ", of 32 characters at least");
        return value;
    }
}
