const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class VaultDoor {
  constructor(canvas, code) {
    this.canvas = canvas;
    this.code = code;
    this.typed = '';
    this.position = [0, 0];
    canvas.setAttribute('aria-label', 'Vault door, use the arrow keys');
    canvas.addEventListener('keydown', (event) => this.onKey(event));
  }

  onKey(event) {
    const step = KEYS[event.key];
    if (step) {
      this.position = this.position.map((v, i) => Math.min(9, Math.max(0, v + step[i])));
      event.preventDefault();
    } else if (/^[0-9]$/.test(event.key)) {
      this.typed = (this.typed + event.key).slice(-this.code.length);
      if (this.typed === this.code) this.unlock();
    }
    this.draw();
  }

  unlock() {
    this.canvas.dispatchEvent(new CustomEvent('unlocked', { bubbles: true }));
  }

  draw() {
    const g = this.canvas.getContext('2d');
    g.clearRect(0, 0, 320, 320);
    g.fillText(this.typed.padEnd(this.code.length, '·'), 12, 24);
    g.fillRect(this.position[0] * 32, this.position[1] * 32, 30, 30);
  }
}
