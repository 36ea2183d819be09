/** An app of the tests: prints the address that it opens, and reads the callback that it catches. */
fun main(words: Array<String>) {
    val plid = PlidSignIn(words[0], null)
    val started = plid.start()
    println(started.authorizeUrl)
    val callback = readLine() ?: ""
    println(plid.finish(started, callback.replace(Regex("state=[^&]*"), "state=other")) == null)
    try {
        val session = plid.finish(started, callback) ?: throw IllegalStateException("Another sign-in")
        println(session.expiresInSeconds)
        println(plid.user(session))
        plid.signOut(session)
        println(plid.user(session))
    } catch (refused: SignInRefused) {
        println(refused.reason)
    }
}
