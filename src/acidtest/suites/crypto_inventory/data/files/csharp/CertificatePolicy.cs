using System;
using System.Collections.Generic;
using System.Security.Cryptography.X509Certificates;

namespace Gateway.Tls;

/// <summary>Accepts partners whose key is of a kind we have paid the auditors to look at.</summary>
public sealed class CertificatePolicy
{
    private static readonly Dictionary<string, Func<X509Certificate2, bool>> Accepted = new()
    {
        ["1.2.840.113549.1.1.1"] = c => c.PublicKey.EncodedKeyValue.RawData.Length >= 270,
        ["1.2.840.10045.2.1"] = c => Convert.ToHexString(c.PublicKey.EncodedParameters.RawData) == "06082A8648CE3D030107",
    };

    public bool Accept(X509Certificate2 certificate)
    {
        string kind = certificate.GetKeyAlgorithm();
        return certificate.NotAfter > DateTime.Now && Accepted.TryGetValue(kind, out var rule) && rule(certificate);
    }
}
