using System;
using System.Collections.Generic;

namespace Intranet.HelpDesk;

public enum Clerk
{
    Des, // Desmond, mornings
    Mac, // Mackenzie, afternoons
    Aria, // evenings
}

public sealed class TicketDesk
{
    private readonly Queue<(int Number, string Text)> _open = new();
    private readonly Dictionary<Clerk, int> _closed = new();
    private int _last;

    public int Add(string text)
    {
        _open.Enqueue((++_last, text));
        return _last;
    }

    public string? Take(Clerk clerk)
    {
        if (!_open.TryDequeue(out var ticket))
        {
            return null;
        }

        _closed[clerk] = _closed.GetValueOrDefault(clerk) + 1;
        return $"#{ticket.Number} for {clerk}: {ticket.Text}";
    }

    public static Clerk OnDuty(TimeOnly now) => now.Hour switch
    {
        < 12 => Clerk.Des,
        < 18 => Clerk.Mac,
        _ => Clerk.Aria,
    };
}
