package com.example.shop;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/** Requests to the login service that OAuth 2.0 doesn't have. It needs only the JDK. */
final class LoginService {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final String address;
    private final String clientId;
    private final String clientSecret;

    LoginService(String address, String clientId, String clientSecret) {
        this.address = address;
        this.clientId = clientId;
        this.clientSecret = clientSecret;
    }

    /**
     * Disconnects a user from this application (section 4.4 of the specification).
     *
     * @throws IOException if the service is unreachable or rejects this application
     */
    void disconnect(String plid) throws IOException, InterruptedException {
        String credentials = Base64.getEncoder()
                .encodeToString((clientId + ":" + clientSecret).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/v1/user/disconnect"))
                .timeout(TIMEOUT)
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("plid=" + URLEncoder.encode(plid, StandardCharsets.UTF_8)))
                .build();
        int status = http.send(request, BodyHandlers.discarding()).statusCode();
        // 400: the user has already disconnected elsewhere.
        if (status != 200 && status != 400) throw new IOException("The login service returned status " + status);
    }
}
