using System;
using System.Collections.Generic;
using System.Linq;

namespace Forum.Members;

/// <summary>Suggests a phrase; the member types it in, we never store it.</summary>
public sealed class PasswordHints
{
    private readonly string[] _words;

    public PasswordHints(IEnumerable<string> words) => _words = words.Where(w => w.Length is > 3 and < 9).ToArray();

    public string Suggest(int count = 5)
    {
        var picked = Enumerable.Range(0, count).Select(_ => _words[Random.Shared.Next(_words.Length)]);
        return string.Join('-', picked);
    }

    public static double Bits(int words, int count) => Math.Log2(words) * count;

    public static string Verdict(string password) => password.Length switch
    {
        < 8 => "too short",
        < 14 => "add a word",
        _ => "good, and please do not use it anywhere else",
    };
}
