using System;
using System.Collections.Generic;
using System.Text;

namespace MinwonDocs;

/// <summary>
/// 민원 서식 조립. 저장할 때의 암호화(구 SEED, 신 ARIA)는 보관함 모듈이 맡는다.
/// </summary>
public sealed class CivilForm
{
    private readonly List<(string Label, string Value)> _fields = new();

    public string Title { get; init; } = "주민등록표 등본 교부 신청서";

    public CivilForm Add(string label, string value)
    {
        if (string.IsNullOrWhiteSpace(value))
        {
            throw new ArgumentException($"'{label}' 항목이 비어 있습니다.");
        }

        _fields.Add((label, value));
        return this;
    }

    public override string ToString()
    {
        var text = new StringBuilder().AppendLine(Title);
        foreach ((string label, string value) in _fields)
        {
            text.AppendLine($"{label}: {value}");
        }

        return text.AppendLine("신청인 (서명 또는 인)").ToString();
    }
}
