#include <windows.h>
#include <bcrypt.h>

#include <vector>

#pragma comment(lib, "bcrypt.lib")

class LogSigner {
public:
    bool open()
    {
        if (BCryptOpenAlgorithmProvider(&alg_, BCRYPT_ECDSA_P256_ALGORITHM, nullptr, 0) < 0)
            return false;
        if (BCryptGenerateKeyPair(alg_, &key_, 256, 0) < 0)
            return false;
        return BCryptFinalizeKeyPair(key_, 0) >= 0;
    }

    std::vector<UCHAR> sign(const std::vector<UCHAR>& line)
    {
        UCHAR digest[32];
        BCRYPT_ALG_HANDLE hash = nullptr;
        BCryptOpenAlgorithmProvider(&hash, BCRYPT_SHA256_ALGORITHM, nullptr, 0);
        BCryptHash(hash, nullptr, 0, const_cast<PUCHAR>(line.data()), static_cast<ULONG>(line.size()), digest, 32);
        BCryptCloseAlgorithmProvider(hash, 0);

        ULONG size = 0;
        BCryptSignHash(key_, nullptr, digest, sizeof digest, nullptr, 0, &size, 0);
        std::vector<UCHAR> out(size);
        BCryptSignHash(key_, nullptr, digest, sizeof digest, out.data(), size, &size, 0);
        return out;
    }

    ~LogSigner()
    {
        if (key_ != nullptr) BCryptDestroyKey(key_);
        if (alg_ != nullptr) BCryptCloseAlgorithmProvider(alg_, 0);
    }

private:
    BCRYPT_ALG_HANDLE alg_ = nullptr;
    BCRYPT_KEY_HANDLE key_ = nullptr;
};
