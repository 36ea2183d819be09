import java.io.PrintStream

/** The JDK reads no JSON: a line is the secret, then `name=type:value`, with tabs between them (see lines.ts). */
fun main() {
    val output = PrintStream(System.out, true, "UTF-8")
    System.`in`.bufferedReader(Charsets.UTF_8).forEachLine { line ->
        val parts = line.split("\t")
        try {
            val user = readUser(answerOf(parts.drop(1)), parts[0])
            output.println(user.entries.joinToString("\t") { "${it.key}=${it.value}" })
        } catch (refused: IllegalArgumentException) {
            output.println("refused")
        }
    }
}

fun answerOf(parts: List<String>): Map<String, Any?> {
    val sent = parts.associate { it.substringBefore("=") to valueOf(it.substringAfter("=")) }
    val user = sent.filterKeys { it.startsWith("user.") }.mapKeys { it.key.removePrefix("user.") }
    val answer = sent.filterKeys { !it.startsWith("user.") }
    return if (user.isEmpty()) answer else answer + ("user" to user)
}

fun valueOf(typed: String): Any? {
    val value = typed.drop(2)
    return if (typed.startsWith("n:")) null else if (typed.startsWith("d:")) value.toDouble() else value.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
}
