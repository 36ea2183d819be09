import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.security.GeneralSecurityException
import java.util.Base64
import javax.crypto.Cipher
import javax.crypto.spec.IvParameterSpec
import javax.crypto.spec.SecretKeySpec

/*
 * Reads the user record of a phone-number login: checks it, decrypts its fields, and evens out every spelling that the
 * specification allows (sections 2.1 and 2.2). The JDK is enough; on servers only, since it needs the client secret.
 */

private val encrypted = setOf("ci", "phoneNo", "name", "birthday", "birthdate")

/** What each field looks like in the clear. */
private val formats = mapOf(
    "ci" to Regex("[\\x21-\\x7e]+"),
    "phoneNo" to Regex("01[0-9]{9}"),
    "name" to Regex("[^\\x00-\\x1f\\x7f-\\x9f]+"),
    "gender" to Regex("[FM]"),
    "agegroup" to Regex("0|[1-9]0|1[0-4]0"),
    "birthday" to Regex("[0-9]{4}"),
    "birthdate" to Regex("[0-9]{6}"),
    "foreign" to Regex("[LF]"),
    "telcoCd" to Regex("[SKL]")
)

/**
 * @param answer the JSON of GET /v1/user/me as a Map, as Jackson and Gson make one
 * @return plid, autoLoginYn, autoStatusCheck, and the fields that have a value: after an automatic sign-in there is none. A field
 *   that is not what section 2.1 describes is left out: one odd value doesn't lock a user out. After a wrong client secret every
 *   encrypted field is left out.
 * @throws IllegalArgumentException where the answer is a refusal, or names no user
 */
fun readUser(answer: Map<String, Any?>, clientSecret: String): Map<String, String> {
    require(answer["code"] == "0000") { "The service refused: ${answer["error"]} ${answer["message"]}" }
    val sent = answer["user"] as? Map<*, *> ?: emptyMap<String, Any?>()
    val plid = sent["plid"] as? String ?: ""
    require(plid != "") { "The answer names no user" }
    val user = mutableMapOf("plid" to plid)
    for (flag in listOf("autoLoginYn", "autoStatusCheck")) user[flag] = if (sent[flag] == "Y") "Y" else "N"
    for (name in formats.keys) {
        try {
            val value = readField(name, text(sent[name]), clientSecret)
            if (value != "") user[name] = value
        } catch (odd: IllegalArgumentException) {
            continue
        }
    }
    return user
}

/** One field in the clear. @throws IllegalArgumentException where it is not what section 2.1 describes */
private fun readField(name: String, sent: String, clientSecret: String): String {
    val format = formats.getValue(name)
    // The empty agegroup of an automatic sign-in may come encrypted.
    val isEncrypted = name in encrypted || name == "agegroup" && !format.matches(sent)
    val clear = if (isEncrypted && sent != "") decrypt(sent, clientSecret) else sent
    val value = when (name) {
        "phoneNo" -> mobileNumber(clear)
        "name" -> clear.trim()
        else -> clear
    }
    require(value == "" || format.matches(value)) { "$name is not what the specification describes" }
    return value
}

/** A field may be missing, null or empty; agegroup may be a number, of which Gson makes a Double. */
private fun text(sent: Any?) = if (sent is Number) sent.toLong().toString() else sent?.toString() ?: ""

/**
 * One encrypted field: Base64 of AES-128-CBC, where key and initialization vector are the first 16 characters of the client
 * secret.
 * @throws IllegalArgumentException where it was not encrypted with this secret
 */
fun decrypt(value: String, clientSecret: String): String {
    val key = clientSecret.substring(0, 16).toByteArray()
    try {
        val cipher = Cipher.getInstance("AES/CBC/PKCS5Padding")
        cipher.init(Cipher.DECRYPT_MODE, SecretKeySpec(key, "AES"), IvParameterSpec(key))
        // Other encoders break lines, or write no padding.
        val clear = cipher.doFinal(Base64.getDecoder().decode(value.replace(Regex("[ \\t\\r\\n\\f]"), "")))
        // Unlike String(), it refuses what is no UTF-8.
        return Charsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(clear)).toString()
    } catch (wrong: GeneralSecurityException) {
        throw IllegalArgumentException("A field was not encrypted with this client secret", wrong)
    } catch (wrong: CharacterCodingException) {
        throw IllegalArgumentException("A field was not encrypted with this client secret", wrong)
    }
}

/** 11 digits, whether it came with hyphens or the country code. */
private fun mobileNumber(written: String): String {
    val bare = written.replace(Regex("[\\s().-]"), "")
    return bare.replaceFirst(Regex("^(\\+|00)?82"), "").replaceFirst(Regex("^1"), "01")
}
