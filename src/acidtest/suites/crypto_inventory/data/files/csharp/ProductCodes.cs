using System;
using System.Collections.Generic;
using System.Linq;

namespace Gateway.Products;

/// <summary>Product codes: line.family.market.release.</summary>
public static class ProductCodes
{
    private static readonly Dictionary<string, string> Known = new()
    {
        ["1.2.840.1"] = "gateway, US",
        ["1.2.410.2"] = "gateway, KR",
        ["2.16.840.7"] = "rack, US",
    };

    public static string Describe(string code)
    {
        string? best = Known.Keys.Where(k => code == k || code.StartsWith(k + ".", StringComparison.Ordinal))
            .OrderByDescending(k => k.Length)
            .FirstOrDefault();
        return best is null ? "unknown" : Known[best];
    }

    public static Version Firmware(string code) => Version.Parse(string.Join('.', code.Split('.').TakeLast(3)));
}
