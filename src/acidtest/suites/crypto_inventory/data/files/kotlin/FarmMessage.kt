package kr.smartfarm.link

import kr.re.nsr.crypto.BlockCipher
import kr.re.nsr.crypto.BlockCipher.Mode
import kr.re.nsr.crypto.symm.LEA
import kr.smartfarm.cipher.Hight

/** 온실 제어기와 주고받는 메시지. 센서는 8비트라서 가벼운 암호를 쓴다. */
class FarmMessage(private val sensorKey: ByteArray, private val gatewayKey: ByteArray) {
    init {
        require(sensorKey.size == 16) { "센서 키는 16바이트" }
        require(gatewayKey.size == 24) { "게이트웨이 키는 24바이트" }
    }

    fun toSensor(iv: ByteArray, command: ByteArray): ByteArray =
        Hight(sensorKey).cbc(iv).encrypt(command)

    fun toGateway(counter: ByteArray, report: String): ByteArray {
        val cipher = LEA.CTR()
        cipher.init(Mode.ENCRYPT, gatewayKey, counter)
        return cipher.doFinal(report.toByteArray(Charsets.UTF_8))
    }
}
