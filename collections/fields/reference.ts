import type { Field, FilterOptions } from 'payload';
import { type Bilingual, bilingual, translate } from '../../src/payload/i18n/bilingual.ts';
import { publishedWhere, slugOfKind, standsPublished } from '../portal/portal.ts';
import { idOf } from '../portal/references.ts';
import { custom } from '../portal/roles.ts';
import { NOT_PUBLISHED } from '../save/messages.ts';
import type { FieldValidation } from '../save/saveContext.ts';
import { hidden, requiredLabel } from './smallFields.ts';

/** The maximum depth at which a request populates references. They can refer to each other, so each level multiplies them. */
export const MAX_DEPTH = 1;

/** The list view's cell of a relationship or an upload; see the component for the reason. */
export const relationshipCell = { Cell: 'payload-portal-content/client#RelationshipCell' };

/** Shows the status of each chosen document that is not published. */
const referenceStates = { afterInput: ['payload-portal-content/client#ReferenceStates'] };

/** Published documents, including those with a newer draft. Payload's picker queries the newest versions. */
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
  /** The kind of the other collection's documents. */
  to: string;
  label: Bilingual;
  description?: Bilingual | undefined;
  /** Makes it required for publishing; the message if it is missing. */
  required?: Bilingual | undefined;
  sidebar?: boolean | undefined;
}

/**
 * A document of another list, which the element embeds. The other document's number is stored in `{name}_last`, so that
 * it can be found again.
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
      // Limits only the offered documents: Payload's own validation, which `validate` replaces, would apply it to values too.
      ...(required && { filterOptions: onlyPublished }),
      validate: async (value: unknown, validated: FieldValidation) => {
        const isListed = (validated.data as { listed?: boolean | null }).listed !== false;
        if (required && !value && isListed) return translate(required, validated.req.i18n.language);
        return (await referenceProblem(slugOfKind(validated.req.payload, to), value, validated)) ?? true;
      },
    },
    hidden({ name: last, type: 'text' }),
  ];
}

/** Documents of a list, which the element embeds in this order. */
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
      // A drawer: the menu also filters by the letters of titles, and would hide documents found by other words.
      appearance: 'drawer',
      ...(sidebar && { position: 'sidebar' as const }),
      description:
        description ??
        bilingual(
          'Με αυτή τη σειρά. Όσα δεν είναι δημοσιευμένα παραλείπονται.',
          'Shown in this order. Unpublished ones are left out.',
        ),
    },
  };
}

/**
 * Why a document cannot be chosen, shown in a form after a refused save until another document is chosen or it is published.
 * The save itself is checked in a hook.
 */
export async function referenceProblem(
  to: string,
  value: unknown,
  validated: FieldValidation,
): Promise<string | undefined> {
  const { event, req } = validated;
  const id = idOf(value);
  if (event !== 'onChange' || id === undefined || (await standsPublished(req, to, id))) return undefined;
  return translate(NOT_PUBLISHED, req.i18n.language);
}
