using System.Security.Cryptography;

namespace Vaults;

public sealed class QuantumVault(MLKem receiver, MLDsa author)
{
    public static (MLKem, MLDsa) NewKeys() =>
        (MLKem.GenerateKey(MLKemAlgorithm.MLKem1024), MLDsa.GenerateKey(MLDsaAlgorithm.MLDsa87));

    public byte[][] Seal(byte[] record)
    {
        receiver.Encapsulate(out byte[] capsule, out byte[] secret);
        byte[] nonce = RandomNumberGenerator.GetBytes(12);
        byte[] body = new byte[record.Length];
        byte[] tag = new byte[16];
        using (var aes = new AesGcm(secret, tag.Length))
        {
            aes.Encrypt(nonce, record, body, tag, capsule);
        }

        byte[] signature = author.SignData(body);
        return [capsule, nonce, body, tag, signature];
    }
}
