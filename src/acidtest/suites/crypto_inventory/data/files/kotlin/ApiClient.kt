package net.weathervane.api

import okhttp3.CertificatePinner
import okhttp3.CipherSuite
import okhttp3.ConnectionSpec
import okhttp3.OkHttpClient
import okhttp3.TlsVersion
import java.util.concurrent.TimeUnit

object ApiClient {
    private val stations = ConnectionSpec.Builder(ConnectionSpec.COMPATIBLE_TLS)
        .tlsVersions(TlsVersion.TLS_1_2)
        .cipherSuites(
            CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            // the mountain stations know nothing newer
            CipherSuite.TLS_RSA_WITH_AES_128_CBC_SHA,
        )
        .build()

    private val pins = CertificatePinner.Builder()
        .add("*.weathervane.net", "sha256/7HIpactkIAq2Y49orFOOQKurWxmmSFZhBCoQYcRhJ3Y=")
        .build()

    val http: OkHttpClient = OkHttpClient.Builder()
        .connectionSpecs(listOf(stations))
        .certificatePinner(pins)
        .callTimeout(30, TimeUnit.SECONDS)
        .build()
}
