import java.io.IOException
import java.net.HttpURLConnection
import java.net.URI
import java.net.URL
import java.net.URLDecoder
import java.security.MessageDigest
import java.security.SecureRandom
import java.util.Base64

/*
 * Signs a user of a phone app in through plid's gateway. It needs no library: Android 8.0 (API 26) or later, or a JDK.
 * Android allows no network on the main thread: call every function from another one, such as a coroutine on Dispatchers.IO.
 */

/** A started sign-in. Keep it until the callback arrives, such as in a ViewModel with SavedStateHandle. */
class StartedSignIn(val authorizeUrl: String, val state: String, val verifier: String)

/** A session. Keep the token in storage that is encrypted with Android's keystore. */
class Session(val token: String, val expiresInSeconds: Long)

/** The gateway or the service refused. `reason` is such as `cancelled` or `denied`, or the error code. */
class SignInRefused(val reason: String) : IOException("The sign-in ended: $reason")

/**
 * @param gateway the origin of your application, such as https://shop.example.com
 * @param appLink the https link of your app to which the user returns; null for a WebView
 */
class PlidSignIn(private val gateway: String, private val appLink: String?) {
    /** Starts a sign-in. Call it when the user taps, and open [StartedSignIn.authorizeUrl] at once. */
    fun start(): StartedSignIn {
        val verifier = base64Url(ByteArray(32).also { SecureRandom().nextBytes(it) })
        val challenge = base64Url(MessageDigest.getInstance("SHA-256").digest(verifier.toByteArray()))
        val place = if (appLink == null) "\"isHybrid\":\"Y\"" else "\"app_link\":\"$appLink\""
        val answer = post("/auth/login", "{\"code_challenge\":\"$challenge\",\"code_challenge_method\":\"S256\",$place}")
        return StartedSignIn(text(answer, "authorize_url"), text(answer, "state"), verifier)
    }

    /**
     * Ends a sign-in. @param callback the URL with which the app was opened, or that the WebView was about to load
     * @return the session, or null if the callback belongs to another sign-in: ignore it then
     * @throws SignInRefused if the user cancelled, or the service refused
     */
    fun finish(started: StartedSignIn, callback: String): Session? {
        val sent = parameters(callback)
        if (sent["state"] != started.state) return null
        val code = sent["code"] ?: throw SignInRefused(sent["plid_reason"] ?: sent["error"] ?: "no code")
        val body = "{\"code\":\"$code\",\"state\":\"${started.state}\",\"code_verifier\":\"${started.verifier}\"}"
        val answer = post("/auth/session", body)
        return Session(text(answer, "session"), number(answer, "expires_in"))
    }

    /** @return JSON with the user, or null if the session has ended: start a new sign-in then */
    fun user(session: Session): String? = send("GET", "/auth/session", null, session, unauthorized = 401)

    /** Ends the session. */
    fun signOut(session: Session) {
        send("POST", "/auth/logout", null, session, unauthorized = 401)
    }

    private fun post(path: String, json: String): String =
        send("POST", path, json, null, unauthorized = 0) ?: throw SignInRefused("no answer")

    private fun send(method: String, path: String, json: String?, session: Session?, unauthorized: Int): String? {
        val connection = URL(gateway + path).openConnection() as HttpURLConnection
        try {
            connection.requestMethod = method
            connection.connectTimeout = 10000
            connection.readTimeout = 10000
            connection.setRequestProperty("Accept", "application/json")
            if (session != null) connection.setRequestProperty("Authorization", "Bearer ${session.token}")
            if (json != null) {
                connection.setRequestProperty("Content-Type", "application/json")
                connection.doOutput = true
                connection.outputStream.use { it.write(json.toByteArray()) }
            }
            val status = connection.responseCode
            if (status == unauthorized) return null
            if (status >= 400) throw SignInRefused(reasonOf(connection))
            return connection.inputStream.bufferedReader().use { it.readText() }
        } finally {
            connection.disconnect()
        }
    }

    private fun reasonOf(connection: HttpURLConnection): String {
        val body = connection.errorStream?.bufferedReader()?.use { it.readText() } ?: ""
        return find(body, "\"reason\":\"([^\"]*)\"") ?: find(body, "\"error\":\"([^\"]*)\"") ?: "status ${connection.responseCode}"
    }
}

private fun base64Url(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)

private fun parameters(url: String): Map<String, String> =
    (URI(url).rawQuery ?: "").split("&").filter { it != "" }.associate {
        it.substringBefore("=") to URLDecoder.decode(it.substringAfter("=", ""), "UTF-8")
    }

/* The values that these functions read contain no escaped characters. On Android, org.json reads the user record. */
private fun text(json: String, name: String): String =
    find(json, "\"$name\":\"([^\"]*)\"") ?: throw IOException("The answer has no $name")

private fun number(json: String, name: String): Long =
    (find(json, "\"$name\":([0-9]+)") ?: throw IOException("The answer has no $name")).toLong()

private fun find(text: String, pattern: String): String? = Regex(pattern).find(text)?.groupValues?.get(1)
