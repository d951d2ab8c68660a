import * as React from 'react';

interface Props {
  readonly dismissed: boolean;
  readonly onDismiss: () => void;
}

const TEXT =
  'From 1 March our download signatures change: we replaced RSA with ML-DSA. You need not do anything.';

export function PostQuantumBanner({ dismissed, onDismiss }: Props): JSX.Element | null {
  const [open, setOpen] = React.useState(false);
  if (dismissed) return null;
  return (
    <aside role="note" aria-label="Notice about downloads">
      <p>{TEXT}</p>
      {open && (
        <p aria-live="polite">
          Why? Read the statement of the standards body, or ask the help desk at extension 2048.
        </p>
      )}
      <button type="button" onClick={() => setOpen(!open)} aria-expanded={open}>
        {open ? 'Less' : 'More'}
      </button>
      <button type="button" onClick={onDismiss}>Dismiss</button>
    </aside>
  );
}
