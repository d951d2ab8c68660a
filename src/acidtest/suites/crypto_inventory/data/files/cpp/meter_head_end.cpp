// 검침 서버: 구형(8바이트 블록)과 신형 계량기를 함께 수용한다.
#include <cryptopp/gcm.h>
#include <cryptopp/hight.h>
#include <cryptopp/lea.h>
#include <cryptopp/lsh.h>
#include <cryptopp/modes.h>
#include <cryptopp/filters.h>

#include <stdexcept>
#include <string>

using namespace CryptoPP;

class MeterHeadEnd {
public:
    explicit MeterHeadEnd(const SecByteBlock& key) : key_(key) {}

    std::string readOld(const std::string& frame) const
    {
        if (frame.size() < 2 * HIGHT::BLOCKSIZE)
            throw std::invalid_argument("frame too short");
        const byte* iv = reinterpret_cast<const byte*>(frame.data());
        CBC_Mode<HIGHT>::Decryption dec(key_, HIGHT::DEFAULT_KEYLENGTH, iv);
        std::string plain;
        StringSource(frame.substr(HIGHT::BLOCKSIZE), true,
                     new StreamTransformationFilter(dec, new StringSink(plain)));
        return plain;
    }

    std::string readNew(const std::string& nonce, const std::string& frame) const
    {
        GCM<LEA>::Decryption dec;
        dec.SetKeyWithIV(key_, 16, reinterpret_cast<const byte*>(nonce.data()), nonce.size());
        std::string plain;
        StringSource(frame, true, new AuthenticatedDecryptionFilter(dec, new StringSink(plain)));
        return plain;
    }

    static std::string digest(const std::string& reading)
    {
        LSH256 hash;
        std::string out;
        StringSource(reading, true, new HashFilter(hash, new StringSink(out)));
        return out;
    }

private:
    SecByteBlock key_;
};
