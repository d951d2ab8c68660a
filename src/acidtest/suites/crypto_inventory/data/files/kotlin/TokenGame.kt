package club.rowing.games

import kotlin.random.Random

enum class Token { RED, BLUE, GREEN }

class TokenGame(seed: Int, private val length: Int = 40) {
    private val dice = Random(seed)
    private val position = Token.entries.associateWith { 0 }.toMutableMap()
    private val log = mutableListOf<String>()

    fun turn(token: Token): Int {
        val roll = dice.nextInt(1, 7)
        val next = position.getValue(token) + roll
        // exact roll needed to reach home
        if (next <= length) position[token] = next
        position.filter { (other, at) -> other != token && at == position[token] && at != length }
            .keys.forEach { other ->
                position[other] = 0
                log += "$token sends $other home"
            }
        return roll
    }

    fun winner(): Token? = position.entries.firstOrNull { it.value == length }?.key

    fun digest(): List<String> = log.takeLast(5)
}
