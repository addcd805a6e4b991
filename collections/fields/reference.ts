import type { Field } from 'payload';
import { hidden } from './hidden.ts';
import { type Bilingual, bilingual, speak } from './labels.ts';
import { relationshipCell } from './relationshipCell.ts';
import { custom } from './roles.ts';

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
      custom: custom({ role: 'reference', last, by: ['api_id'] }),
      label,
      admin: {
        components: relationshipCell,
        appearance: 'drawer',
        ...(sidebar && { position: 'sidebar' as const }),
        ...(description && { description }),
      },
      validate: (value: unknown, { data, req }: { data: object; req: { i18n: { language: string } } }) => {
        const isListed = (data as { listed?: boolean | null }).listed !== false;
        return !required || value || !isListed ? true : speak(required, req.i18n.language);
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
    label,
    admin: {
      components: relationshipCell,
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
