#include <botan/auto_rng.h>
#include <botan/pk_keys.h>
#include <botan/pubkey.h>
#include <botan/rsa.h>

#include <memory>
#include <string>
#include <vector>

namespace ferry {

class TicketPrinter {
public:
    TicketPrinter() : key_(std::make_unique<Botan::RSA_PrivateKey>(rng_, 2048)) {}

    std::vector<uint8_t> stamp(const std::string& ticket)
    {
        Botan::PK_Signer signer(*key_, rng_, "PSS(SHA-256)");
        signer.update(reinterpret_cast<const uint8_t*>(ticket.data()), ticket.size());
        return signer.signature(rng_);
    }

    bool accept(const std::string& ticket, const std::vector<uint8_t>& stamp) const
    {
        auto pub = key_->public_key();
        Botan::PK_Verifier verifier(*pub, "PSS(SHA-256)");
        verifier.update(reinterpret_cast<const uint8_t*>(ticket.data()), ticket.size());
        return verifier.check_signature(stamp.data(), stamp.size());
    }

private:
    Botan::AutoSeeded_RNG rng_;
    std::unique_ptr<Botan::Private_Key> key_;
};

}  // namespace ferry
