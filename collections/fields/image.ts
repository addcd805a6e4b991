import type { Field } from 'payload';
import { type Bilingual, bilingual, speak } from '../../src/i18n/bilingual.ts';
import { MEDIA, portalOf, slugOf } from '../portal/portal.ts';
import { custom } from '../portal/roles.ts';
import { mainDocument, type Validated } from '../save/mainDocument.ts';
import { requiredLabel } from './formAids.ts';
import { hidden } from './hidden.ts';
import { MAX_DEPTH, referenceProblem, relationshipCell } from './reference.ts';

interface ImageOptions {
  name: string;
  label: Bilingual;
  description: Bilingual;
  /** A document can't be published without an image (or a kept legacy value). */
  required?: boolean;
}

/** Payload's card of a chosen image says nothing of one that has no file. */
const withoutFile = { afterInput: ['payload-portal-content/client#ImageWithoutFile'] };

/** An image from the media library, and beside it a legacy value of a shape nobody has shown, kept as it came. */
export function imageField({ name, label, description, required }: ImageOptions): Field[] {
  const [kept, last] = [`${name}_kept`, `${name}_last`];
  return [
    {
      name,
      type: 'upload',
      relationTo: 'media',
      maxDepth: MAX_DEPTH,
      label,
      custom: custom({ role: 'reference', last, by: ['legacy_url', 'filename'] }),
      admin: {
        components: { ...relationshipCell, ...withoutFile, ...(required && requiredLabel) },
        description,
      },
      validate: async (value: unknown, validated: Validated) => {
        const problem = await referenceProblem(
          slugOf(portalOf(validated.req.payload.config), MEDIA),
          value,
          validated,
        );
        if (problem !== undefined) return problem;
        if (!required || value || (validated.data as Record<string, unknown>)[kept]) return true;
        // A draft that chose an image has lost the kept value; without the image, the published one comes back.
        if ((await mainDocument(validated))?.[kept]) return true;
        return speak(bilingual('Επιλέξτε μια εικόνα.', 'Choose an image.'), validated.req.i18n.language);
      },
    },
    hidden({ name: last, type: 'text' }),
    keptJson({
      name: kept,
      until: name,
      label: bilingual(`${label.el}: τιμή του παλιού συστήματος`, `${label.en}: value of the legacy system`),
      description: bilingual(
        'Δίνεται στην πύλη όπως ήρθε, μέχρι να επιλέξετε εικόνα.',
        'Handed to the portal as it came, until you choose an image.',
      ),
    }),
  ];
}

interface KeptOptions {
  name: string;
  label: Bilingual;
  description: Bilingual;
  /** The image that takes its place once it is chosen. */
  until?: string;
}

/** JSON text of a legacy value, read-only, shown only where there is one. */
export function keptJson({ name, label, description, until }: KeptOptions): Field {
  return {
    name,
    type: 'textarea',
    label,
    // Nobody types it, and it is of any length.
    validate: () => true,
    custom: custom({ role: 'kept', ...(until !== undefined && { until }) }),
    admin: {
      readOnly: true,
      disableBulkEdit: true,
      disableListColumn: true,
      disableListFilter: true,
      description,
      condition: (data: Record<string, unknown>) => typeof data[name] === 'string',
    },
  };
}
