import type { Field } from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { ONLY_IMAGES } from '../portal/mediaTypes.ts';
import { MEDIA, slugOfKind } from '../portal/portal.ts';
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
  /** The name of an image that gets the one that is chosen here, while it is empty. */
  fills?: string | undefined;
  /** Publishing needs an image or a kept legacy value. */
  required?: boolean;
}

/** The name of the field with the legacy value of an image. */
const keptOf = (name: string) => `${name}_kept`;

/** An image from the media library, and a field for a legacy value of unknown shape, which is kept unchanged. */
export function imageField({ name, label, description, fills, required }: ImageOptions): Field[] {
  const [kept, last] = [keptOf(name), `${name}_last`];
  const chosen = {
    path: 'payload-portal-content/client#ChosenImage',
    clientProps: { fills, kept: fills && keptOf(fills) },
  };
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
        components: { ...relationshipCell, afterInput: [chosen], ...(required && requiredLabel) },
        description,
      },
      validate: async (value: unknown, validated: FieldValidation) => {
        const problem = await referenceProblem(slugOfKind(validated.req.payload, MEDIA), value, validated);
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
