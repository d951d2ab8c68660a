using System;
using System.Collections.Generic;
using System.Linq;

namespace Vaults.News;

public sealed record Story(string Title, DateTime When, string[] Tags);

public static class QuantumNews
{
    private static readonly string[] Words = ["qubit", "annealing", "Shor", "Grover", "error rate"];

    public static IEnumerable<Story> Pick(IEnumerable<Story> feed, int days)
    {
        DateTime since = DateTime.UtcNow.AddDays(-days);
        return feed
            .Where(s => s.When >= since)
            .OrderByDescending(s => Words.Count(w => s.Title.Contains(w, StringComparison.OrdinalIgnoreCase)))
            .ThenByDescending(s => s.When);
    }

    public static string Teaser(Story story)
    {
        string key = story.Tags.FirstOrDefault() ?? "news";
        return $"[{key}] {story.Title} ({story.When:MMM d})";
    }
}
