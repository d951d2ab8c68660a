import { ChangeDetectionStrategy, Component, Input } from '@angular/core';

type Tone = 'calm' | 'loud';

const TOKENS: Record<Tone, Readonly<Record<string, string>>> = {
  calm: { 'space-s': '4px', 'space-m': '8px', key: '#224466' },
  loud: { 'space-s': '6px', 'space-m': '14px', key: '#dd3311' },
};

@Component({
  selector: 'app-token',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <section role="region" aria-label="Design tokens" [style]="style">
      <h2>{{ title }}</h2>
      <p aria-describedby="help">ES · DE · EC · PS 512 px</p>
      <ng-content></ng-content>
    </section>
  `,
})
export class TokenComponent {
  @Input() title = '';
  @Input() tone: Tone = 'calm';

  get style(): string {
    return Object.entries(TOKENS[this.tone])
      .map(([name, value]) => `--${name}: ${value}`)
      .join(';');
  }
}
