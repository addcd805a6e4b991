'use client';

import { Button } from '@payloadcms/ui';
import type { FieldError } from './usePreview.ts';
import { useWords } from './useWords.ts';

interface Props {
  message: string;
  fields: FieldError[];
  /** Closes the drawer. */
  onLeave(): void;
}

/** What a save would refuse, in its words, with a way to each field. */
export function Refusal({ message, fields, onLeave }: Props) {
  const words = useWords();
  return (
    <div className="portal-preview__refusal">
      <p>{fields.length > 0 ? words.refused : message}</p>
      <ul>
        {fields.map(({ label, message: reason, path }) => (
          <li key={path}>
            <strong>{label || path}</strong>: {reason}{' '}
            <Button
              buttonStyle="none"
              className="portal-preview__to-field"
              extraButtonProps={{ 'aria-label': `${words.toField}: ${label || path}` }}
              margin={false}
              onClick={() => {
                onLeave();
                goTo(path);
              }}
              type="button"
            >
              {words.toField}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const CONTROL = 'input, textarea, select, button, [contenteditable="true"]';

/** Brings a field of the form into view, with the focus, once the drawer is closed. */
function goTo(path: string): void {
  setTimeout(() => {
    const name = `field-${path.replaceAll('.', '__')}`;
    // A rich text has no name of its own.
    const label = document.querySelector(`label[for="${CSS.escape(name)}"]`);
    const field = document.getElementById(name) ?? label?.closest('.field-type');
    field?.scrollIntoView({ block: 'center' });
    const control = field?.matches(CONTROL) ? field : field?.querySelector(CONTROL);
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  }, 300);
}
