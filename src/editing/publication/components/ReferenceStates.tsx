'use client';

import { useField } from '@payloadcms/ui';
import type { RelationshipFieldClient } from 'payload';
import { shortened } from '../../../payload/i18n/bilingual.ts';
import { usePublication } from './usePublication.ts';

type Id = number | string;

/** Shows the status of each referenced document that is not simply published. */
export function ReferenceStates({ field, path }: { field: RelationshipFieldClient; path: string }) {
  const { value } = useField<Id | Id[] | null>({ path });
  const collection = String(field.relationTo);
  return [value ?? []].flat().map((id) => <ReferenceState collection={collection} id={id} key={id} />);
}

function ReferenceState({ collection, id }: { collection: string; id: Id }) {
  const answer = usePublication(collection, id, '');
  if (!answer || answer.isShown) return null;
  return (
    <div className="field-description portal-reference-state">
      <span>
        {shortened(answer.title)}: <strong>{answer.text}</strong>
      </span>
    </div>
  );
}
