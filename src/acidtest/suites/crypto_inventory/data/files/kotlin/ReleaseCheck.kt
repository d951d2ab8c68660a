package dev.crane.update

import java.security.KeyFactory
import java.security.MessageDigest
import java.security.Signature
import java.security.spec.X509EncodedKeySpec
import java.util.Base64

private const val KIND = "1.3.101.112"
private val BITS = 4 * 128

class ReleaseCheck(publicKeyBase64: String) {
    private val key = KeyFactory.getInstance(KIND)
        .generatePublic(X509EncodedKeySpec(Base64.getDecoder().decode(publicKeyBase64)))

    private fun digest(bytes: ByteArray): ByteArray =
        MessageDigest.getInstance(listOf("SHA", BITS).joinToString("-")).digest(bytes)

    fun genuine(archive: ByteArray, stamp: ByteArray): Boolean =
        Signature.getInstance(KIND).run {
            initVerify(key)
            update(digest(archive))
            verify(stamp)
        }
}
