package app.choir

enum class Key { C, G, D, A, E, FLAT_B }

data class Singer(val name: String, val lowest: Int, val highest: Int)

data class Piece(val title: String, val key: Key, val kind: String, val low: Int, val high: Int)

class ChoirApp {
    private val singers = listOf(
        Singer("Aria", 55, 79),
        Singer("Lea", 57, 81),
        Singer("Des", 40, 64),
    )

    private val pieces = mutableListOf(
        Piece("Erbarme dich", Key.E, "aria", 54, 76),
        Piece("Ombra mai fu", Key.FLAT_B, "aria", 53, 77),
    )

    fun whoCanSing(piece: Piece): List<Singer> =
        singers.filter { it.lowest <= piece.low && it.highest >= piece.high }

    fun programme(): String = pieces.joinToString("\n") { piece ->
        val names = whoCanSing(piece).joinToString { it.name }.ifEmpty { "nobody" }
        "${piece.title} (${piece.key}, ${piece.kind}): $names"
    }
}
