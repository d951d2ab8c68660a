using System;
using Org.BouncyCastle.Crypto;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;
using Org.BouncyCastle.Crypto.Paddings;
using Org.BouncyCastle.Crypto.Parameters;

namespace MinwonDocs;

/// <summary>민원 문서 보관함: 2015년 이전 문서는 구형 암호로만 열린다.</summary>
public sealed class CivilDocument
{
    private readonly byte[] _key;
    private readonly byte[] _iv;

    public CivilDocument(byte[] key, byte[] iv) => (_key, _iv) = (key, iv);

    private static IBlockCipher Engine(int year) => year < 2015 ? new SeedEngine() : new AriaEngine();

    public byte[] Run(bool encrypt, int year, byte[] data)
    {
        if (encrypt && year < 2015)
        {
            throw new InvalidOperationException("새 문서는 구형 방식으로 저장할 수 없습니다.");
        }

        var cipher = new PaddedBufferedBlockCipher(new CbcBlockCipher(Engine(year)));
        cipher.Init(encrypt, new ParametersWithIV(new KeyParameter(_key), _iv));
        return cipher.DoFinal(data);
    }
}
