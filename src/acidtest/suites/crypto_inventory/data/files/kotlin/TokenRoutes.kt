package club.rowing.server

import at.favre.lib.crypto.bcrypt.BCrypt
import com.auth0.jwt.JWT
import com.auth0.jwt.algorithms.Algorithm
import io.ktor.http.HttpStatusCode
import io.ktor.server.application.call
import io.ktor.server.request.receive
import io.ktor.server.response.respond
import io.ktor.server.routing.Route
import io.ktor.server.routing.post
import java.util.Date

data class Login(val member: String, val password: String)

fun Route.tokens(secret: String, hashes: Map<String, String>) {
    val algorithm = Algorithm.HMAC512(secret)
    post("/token") {
        val login = call.receive<Login>()
        val stored = hashes[login.member]
        val good = stored != null && BCrypt.verifyer().verify(login.password.toCharArray(), stored).verified
        if (!good) {
            call.respond(HttpStatusCode.Unauthorized)
            return@post
        }
        val token = JWT.create()
            .withSubject(login.member)
            .withExpiresAt(Date(System.currentTimeMillis() + 3_600_000))
            .sign(algorithm)
        call.respond(mapOf("token" to token))
    }
}
