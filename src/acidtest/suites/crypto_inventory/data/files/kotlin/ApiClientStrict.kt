package net.weathervane.api

import javax.net.ssl.SSLSocket

/** Drops what the platform still enables by default on old phones. */
object ApiClientStrict {
    private val refused = listOf("TLS_RSA_", "_3DES_", "_RC4_", "_NULL_", "_anon_", "EXPORT")

    fun harden(socket: SSLSocket): SSLSocket {
        socket.enabledCipherSuites = socket.enabledCipherSuites
            .filterNot { suite -> refused.any { it in suite } }
            .toTypedArray()
        require(socket.enabledCipherSuites.isNotEmpty()) { "nothing left to offer" }
        return socket
    }

    fun explain(suites: List<String>): Map<String, List<String>> =
        suites.groupBy { suite -> refused.firstOrNull { it in suite } ?: "kept" }
}
