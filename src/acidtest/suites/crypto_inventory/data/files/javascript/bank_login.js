/* 인터넷뱅킹 로그인 폼 암호화 (보안 프로그램 미설치 경로) */
import JSEncrypt from 'jsencrypt';
import { seed } from 'kisa-seed';

const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

export class LoginForm {
  constructor(form, bankKeyPem) {
    this.form = form;
    this.rsa = new JSEncrypt();
    this.rsa.setPublicKey(bankKeyPem);
    form.addEventListener('submit', (event) => this.submit(event));
  }

  async digest(password) {
    const data = new TextEncoder().encode(password);
    return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
  }

  async submit(event) {
    event.preventDefault();
    const key = crypto.getRandomValues(new Uint8Array(16));
    const iv = crypto.getRandomValues(new Uint8Array(16));
    const fields = {
      userId: this.form.userId.value,
      password: await this.digest(this.form.password.value),
    };
    const body = seed.cbc.encrypt(key, iv, new TextEncoder().encode(JSON.stringify(fields)));
    const response = await fetch('/ib/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ k: this.rsa.encrypt(toHex(key)), iv: toHex(iv), body: toHex(body) }),
    });
    if (!response.ok) alert('로그인에 실패했습니다. 비밀번호를 확인해 주세요.');
  }
}
