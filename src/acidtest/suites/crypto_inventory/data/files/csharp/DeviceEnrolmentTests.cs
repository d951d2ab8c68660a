using System;
using System.Security.Cryptography;
using Xunit;

namespace Fleet.Enrolment.Tests;

public class DeviceEnrolmentTests
{
    private readonly DeviceEnrolment _enrolment = new();

    [Fact]
    public void A_modulus_key_is_refused()
    {
        using var wrong = RSA.Create(1024);
        byte[] spki = wrong.ExportSubjectPublicKeyInfo();
        Assert.ThrowsAny<CryptographicException>(() => _enrolment.Enrol(spki));
    }

    [Fact]
    public void A_federal_key_is_refused()
    {
        using var wrong = DSA.Create();
        byte[] spki = wrong.ExportSubjectPublicKeyInfo();
        Assert.ThrowsAny<CryptographicException>(() => _enrolment.Enrol(spki));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(17)]
    public void Garbage_is_refused(int length)
    {
        Assert.ThrowsAny<Exception>(() => _enrolment.Enrol(new byte[length]));
    }
}
