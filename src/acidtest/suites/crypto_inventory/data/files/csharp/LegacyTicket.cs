using System;
using System.Security.Cryptography;
using System.Text;

namespace Intranet.Auth;

// machineKey of the 2008 portal: validation="SHA1" decryption="3DES"
public static class LegacyTicket
{
    public static string? Read(string hex, string phrase, byte[] validationKey)
    {
        byte[] raw = Convert.FromHexString(hex);
        ReadOnlySpan<byte> body = raw.AsSpan(0, raw.Length - 20);
        using (var mac = new HMACSHA1(validationKey))
        {
            if (!CryptographicOperations.FixedTimeEquals(mac.ComputeHash(body.ToArray()), raw.AsSpan(raw.Length - 20)))
            {
                return null;
            }
        }

        byte[] half = MD5.HashData(Encoding.Unicode.GetBytes(phrase));
        byte[] key = new byte[24];
        half.CopyTo(key, 0);
        Array.Copy(half, 0, key, 16, 8);
        using var des = TripleDES.Create();
        des.Key = key;
        byte[] plain = des.DecryptCbc(body[8..], body[..8]);
        return Encoding.Unicode.GetString(plain);
    }
}
