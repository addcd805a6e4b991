import type { Field, FilterOptions } from 'payload';
import { type Bilingual, bilingual, speak } from '../../src/i18n/bilingual.ts';
import { portalOf, slugOf } from '../portal/portal.ts';
import { publishedWhere, standsPublished } from '../portal/published.ts';
import { idOf } from '../portal/references.ts';
import { custom } from '../portal/roles.ts';
import type { Validated } from '../save/mainDocument.ts';
import { NOT_PUBLISHED } from '../save/messages.ts';
import { requiredLabel } from './formAids.ts';
import { hidden } from './hidden.ts';

/** How deep a request may have the chosen documents read: documents that refer to each other multiply with each level. */
export const MAX_DEPTH = 1;

/** What shows a relationship or an upload in the columns of a list view; the component says why it isn't Payload's. */
export const relationshipCell = { Cell: 'payload-portal-content/client#RelationshipCell' };

/** Says of each chosen document that is not published how it stands. */
const referenceStates = { afterInput: ['payload-portal-content/client#ReferenceStates'] };

/** What is published, whether or not it has a newer draft; Payload's picker asks for newest versions. */
const onlyPublished: FilterOptions = async ({ relationTo, req }) => {
  const config = req.payload.collections[relationTo]?.config;
  if (!config) return true;
  const { docs } = await req.payload.db.find<{ id: number | string }>({
    collection: relationTo,
    pagination: false,
    req,
    select: {},
    where: { and: publishedWhere(config) },
  });
  return { id: { in: docs.map(({ id }) => id) } };
};

interface ReferenceOptions {
  name: string;
  /** The slug of the other collection. */
  to: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** A document of the list can't be published without it; what is said to who tries. */
  required?: Bilingual | undefined;
  sidebar?: boolean | undefined;
}

/**
 * A document of another list, which the element embeds whole. What the other list knows it by is stored beside it, in
 * `{name}_last`.
 */
export function referenceField({
  name,
  to,
  label,
  description,
  required,
  sidebar,
}: ReferenceOptions): Field[] {
  const last = `${name}_last`;
  return [
    {
      name,
      type: 'relationship',
      relationTo: to,
      maxDepth: MAX_DEPTH,
      custom: custom({ role: 'reference', last, by: ['api_id'] }),
      label,
      admin: {
        components: { ...relationshipCell, ...referenceStates, ...(required && requiredLabel) },
        appearance: 'drawer',
        ...(sidebar && { position: 'sidebar' as const }),
        ...(description && { description }),
      },
      // Only of what is offered: Payload asks it of values too, in its own validation, and this is not that.
      ...(required && { filterOptions: onlyPublished }),
      validate: async (value: unknown, validated: Validated) => {
        const isListed = (validated.data as { listed?: boolean | null }).listed !== false;
        if (required && !value && isListed) return speak(required, validated.req.i18n.language);
        const { config } = validated.req.payload;
        return (await referenceProblem(slugOf(portalOf(config), to), value, validated)) ?? true;
      },
    },
    hidden({ name: last, type: 'text' }),
  ];
}

/** Documents of another list, or of the same, which the element embeds in this order. */
export function referencesField({
  name,
  to,
  label,
  description,
  sidebar,
}: Omit<ReferenceOptions, 'required'>): Field {
  return {
    name,
    type: 'relationship',
    relationTo: to,
    hasMany: true,
    maxDepth: MAX_DEPTH,
    custom: custom({ role: 'references' }),
    label,
    admin: {
      components: { ...relationshipCell, ...referenceStates },
      // A menu of titles would leave out what it does not find in them, letter by letter.
      appearance: 'drawer',
      ...(sidebar && { position: 'sidebar' as const }),
      description:
        description ??
        bilingual(
          'Με αυτή τη σειρά. Όσα δεν είναι δημοσιευμένα παραλείπονται.',
          'In this order. Those that are not published are left out.',
        ),
    },
  };
}

/**
 * Why a document can't be chosen, while a form shows that it was refused: so that it goes on saying it until another one is
 * chosen or that one is published. A save asks for itself.
 */
export async function referenceProblem(
  to: string,
  value: unknown,
  validated: Validated,
): Promise<string | undefined> {
  const { event, req } = validated;
  const id = idOf(value);
  if (event !== 'onChange' || id === undefined || (await standsPublished(req, to, id))) return undefined;
  return speak(NOT_PUBLISHED, req.i18n.language);
}
