'use client';

import { Button } from '@payloadcms/ui';
import { goToField } from '../../goToField.ts';
import type { FieldError } from './usePreview.ts';
import { useWords } from './useWords.ts';

/** How long a drawer takes to close, in milliseconds. */
const CLOSING_TIME = 300;

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
                setTimeout(() => goToField(path, label ?? ''), CLOSING_TIME);
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
