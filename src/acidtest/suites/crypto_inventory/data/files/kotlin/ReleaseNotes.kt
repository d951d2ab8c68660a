package dev.crane.update

private const val SINCE = "1.3.101"
private val TEAMS = listOf("SHA", "SEO", "BER") // Shanghai, Seoul, Berlin

data class Note(val version: String, val team: String, val text: String)

class ReleaseNotes(private val notes: List<Note>) {
    private fun parts(version: String): List<Int> = version.split('.').map { it.toIntOrNull() ?: 0 }

    private fun newer(a: String, b: String): Boolean {
        val left = parts(a)
        val right = parts(b)
        for (i in 0 until maxOf(left.size, right.size)) {
            val diff = left.getOrElse(i) { 0 } - right.getOrElse(i) { 0 }
            if (diff != 0) return diff > 0
        }
        return false
    }

    fun since(version: String = SINCE): Map<String, List<Note>> =
        notes.filter { newer(it.version, version) }.groupBy { it.team }

    fun teams(): List<String> = TEAMS.filter { team -> notes.any { it.team == team } }
}
