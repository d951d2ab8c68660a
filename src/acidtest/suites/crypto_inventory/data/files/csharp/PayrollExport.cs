using System;
using System.IO;
using System.Security.Cryptography;
using System.Text.Json;

namespace Ledgerly.Payroll;

public sealed class PayrollExport : IDisposable
{
    private readonly RSA _signer = RSA.Create(2048);
    private readonly byte[] _key;

    public PayrollExport(byte[] key) => _key = key;

    public void Write(Stream target, object payslips)
    {
        byte[] body = JsonSerializer.SerializeToUtf8Bytes(payslips);
        byte[] signature = _signer.SignData(body, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);

        using Aes aes = Aes.Create();
        aes.Key = _key;
        aes.Mode = CipherMode.CBC;
        aes.GenerateIV();
        target.Write(aes.IV);
        using var crypto = new CryptoStream(target, aes.CreateEncryptor(), CryptoStreamMode.Write, leaveOpen: true);
        crypto.Write(BitConverter.GetBytes(signature.Length));
        crypto.Write(signature);
        crypto.Write(body);
    }

    public void Dispose() => _signer.Dispose();
}
