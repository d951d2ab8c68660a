using System;
using System.Security.Cryptography;

namespace Forum.Members;

public readonly record struct PasswordRow(string Text)
{
    private const int Rounds = 210_000;

    public static PasswordRow From(string password)
    {
        byte[] salt = RandomNumberGenerator.GetBytes(16);
        byte[] key = Rfc2898DeriveBytes.Pbkdf2(password, salt, Rounds, HashAlgorithmName.SHA512, 32);
        return new PasswordRow($"{Rounds}.{Convert.ToBase64String(salt)}.{Convert.ToBase64String(key)}");
    }

    public bool Matches(string password)
    {
        string[] parts = Text.Split('.');
        byte[] salt = Convert.FromBase64String(parts[1]);
        byte[] want = Convert.FromBase64String(parts[2]);
        byte[] have = Rfc2898DeriveBytes.Pbkdf2(password, salt, int.Parse(parts[0]), HashAlgorithmName.SHA512, want.Length);
        return CryptographicOperations.FixedTimeEquals(have, want);
    }
}
