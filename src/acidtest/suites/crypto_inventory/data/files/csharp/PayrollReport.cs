using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Ledgerly.Payroll;

/// <summary>Monthly report. RSA is the retirement savings account, AES the annual earnings summary.</summary>
public static class PayrollReport
{
    public record Line(string Employee, decimal Gross, decimal Rsa);

    public static string Build(IReadOnlyList<Line> lines, DateOnly month)
    {
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"AES {month:yyyy-MM}");
        foreach (Line line in lines.OrderBy(l => l.Employee, StringComparer.OrdinalIgnoreCase))
        {
            decimal net = line.Gross - line.Rsa;
            text.AppendLine(CultureInfo.InvariantCulture, $"{line.Employee,-30}{line.Gross,12:F2}{line.Rsa,12:F2}{net,12:F2}");
        }

        decimal rsa = lines.Sum(l => l.Rsa);
        text.AppendLine(CultureInfo.InvariantCulture, $"RSA total {rsa:F2}");
        text.AppendLine("Signature: ______________________");
        return text.ToString();
    }
}
