import type { Field } from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { ONLY_IMAGES } from '../portal/mediaTypes.ts';
import { MEDIA, portalOf, slugOf } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';
import { custom } from '../portal/roles.ts';
import { isFileOfMedia } from '../save/judge.ts';
import { NO_IMAGE } from '../save/messages.ts';
import { type FieldValidation, mainDocument } from '../save/saveContext.ts';
import { MAX_DEPTH, referenceProblem, relationshipCell } from './reference.ts';
import { hidden, requiredLabel } from './smallFields.ts';

interface ImageOptions {
  name: string;
  label: Bilingual;
  description: Bilingual;
  /** Publishing needs an image or a kept legacy value. */
  required?: boolean;
}

/** A warning for images without a file, which Payload's card does not show. */
const withoutFile = { afterInput: ['payload-portal-content/client#ImageWithoutFile'] };

/** An image from the media library, and a field for a legacy value of unknown shape, which is kept unchanged. */
export function imageField({ name, label, description, required }: ImageOptions): Field[] {
  const [kept, last] = [`${name}_kept`, `${name}_last`];
  return [
    {
      name,
      type: 'upload',
      relationTo: 'media',
      maxDepth: MAX_DEPTH,
      // Limits only what is offered: a save is judged in a hook.
      filterOptions: ONLY_IMAGES,
      label,
      custom: custom({ role: 'reference', last, by: ['legacy_url', 'filename'] }),
      admin: {
        components: { ...relationshipCell, ...withoutFile, ...(required && requiredLabel) },
        description,
      },
      validate: async (value: unknown, validated: FieldValidation) => {
        const problem = await referenceProblem(
          slugOf(portalOf(validated.req.payload.config), MEDIA),
          value,
          validated,
        );
        if (problem !== undefined) return problem;
        const id = idOf(value);
        if (validated.event === 'onChange' && id !== undefined && (await isFileOfMedia(validated.req, id)))
          return translate(NO_IMAGE, validated.req.i18n.language);
        if (!required || value || (validated.data as Record<string, unknown>)[kept]) return true;
        // A draft with an image has no kept value. If the image is removed, the published kept value is restored.
        if ((await mainDocument(validated))?.[kept]) return true;
        return translate(bilingual('Λείπει η εικόνα.', 'The image is missing.'), validated.req.i18n.language);
      },
    },
    hidden({ name: last, type: 'text' }),
    keptJson({
      name: kept,
      until: name,
      label: bilingual(`${label.el}: τιμή του παλιού συστήματος`, `${label.en}: value of the legacy system`),
      description: bilingual(
        'Δίνεται στην πύλη όπως ήρθε, μέχρι να επιλέξετε εικόνα.',
        'Passed to the portal unchanged until you choose an image.',
      ),
    }),
  ];
}

interface KeptOptions {
  name: string;
  label: Bilingual;
  description: Bilingual;
  /** The name of the image field that replaces the value. */
  until?: string;
}

/** The JSON text of a legacy value. Read-only, and shown only if there is a value. */
export function keptJson({ name, label, description, until }: KeptOptions): Field {
  return {
    name,
    type: 'textarea',
    label,
    // No limit of length: the value is not typed.
    validate: () => true,
    custom: custom({ role: 'kept', ...(until !== undefined && { until }) }),
    admin: {
      readOnly: true,
      disableListColumn: true,
      disableListFilter: true,
      description,
      condition: (data: Record<string, unknown>) => typeof data[name] === 'string',
    },
  };
}
