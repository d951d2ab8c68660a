using System;
using System.Security.Cryptography;

namespace Fleet.Enrolment;

public sealed class DeviceEnrolment
{
    private readonly ECDsa _identity;

    public DeviceEnrolment() => _identity = ECDsa.Create(ECCurve.NamedCurves.nistP256);

    public (byte[] Hello, byte[] Key, byte[] Proof) Enrol(byte[] deviceSpki)
    {
        using ECDiffieHellman mine = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP384);
        using ECDiffieHellman theirs = ECDiffieHellman.Create();
        theirs.ImportSubjectPublicKeyInfo(deviceSpki, out _);
        byte[] key = mine.DeriveKeyFromHash(theirs.PublicKey, HashAlgorithmName.SHA384);
        byte[] hello = mine.ExportSubjectPublicKeyInfo();
        byte[] proof = _identity.SignData(hello, HashAlgorithmName.SHA256);
        return (hello, key, proof);
    }

    public bool Verify(byte[] hello, byte[] proof) => _identity.VerifyData(hello, proof, HashAlgorithmName.SHA256);
}
