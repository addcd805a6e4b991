import type { Field } from 'payload';
import { type Bilingual, bilingual, speak } from './labels.ts';
import { lastReferenceField } from './lastReference.ts';
import { relationshipCell } from './relationshipCell.ts';

interface ImageOptions {
  name: string;
  label: Bilingual;
  description: Bilingual;
  /** A document can't be published without an image (or a kept legacy value). */
  required?: boolean;
}

/** The field that holds a legacy image value of unknown shape, as JSON text. */
export function keptName(name: string): string {
  return `${name}_kept`;
}

/** An image from the media library, and beside it a legacy value of a shape nobody has shown, kept as it came. */
export function imageField({ name, label, description, required }: ImageOptions): Field[] {
  return [
    {
      name,
      type: 'upload',
      relationTo: 'media',
      label,
      admin: { components: relationshipCell, description },
      validate: (value: unknown, { data, req }: { data: object; req: { i18n: { language: string } } }) => {
        const kept = (data as Record<string, unknown>)[keptName(name)];
        if (!required || value || kept) return true;
        return speak(bilingual('Επιλέξτε μια εικόνα.', 'Choose an image.'), req.i18n.language);
      },
    },
    lastReferenceField(name),
    keptJson({
      name: keptName(name),
      label: bilingual(`${label.el}: τιμή του παλιού συστήματος`, `${label.en}: value of the legacy system`),
      description: bilingual(
        'Δίνεται στην πύλη όπως ήρθε, μέχρι να επιλέξετε εικόνα.',
        'Handed to the portal as it came, until you choose an image.',
      ),
    }),
  ];
}

/** JSON text of a legacy value, read-only, shown only where there is one. */
export function keptJson({
  name,
  label,
  description,
}: {
  name: string;
  label: Bilingual;
  description: Bilingual;
}): Field {
  return {
    name,
    type: 'code',
    label,
    admin: {
      language: 'json',
      readOnly: true,
      description,
      condition: (data: Record<string, unknown>) => typeof data[name] === 'string',
    },
  };
}
