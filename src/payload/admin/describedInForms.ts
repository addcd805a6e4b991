import { getTranslation } from '@payloadcms/translations';
import type { Field } from 'payload';

/**
 * A collection, global or tab whose fields have descriptions that are rendered with their form. Those that are texts Payload 3.90 sends
 * with every page, of all forms and in all languages.
 *
 * Needed for: short pages, also of a host's own.
 */
export function describedInForms<Inside extends { fields: Field[] }>(inside: Inside): Inside {
  const fields = inside.fields.map((field) => {
    const admin = field.admin as { description?: unknown } | undefined;
    const text = admin?.description as Record<string, string>;
    const description = ({ i18n }: { i18n: Parameters<typeof getTranslation>[1] }) =>
      getTranslation(text, i18n);
    return {
      ...('fields' in field ? describedInForms(field) : field),
      ...('tabs' in field && { tabs: field.tabs.map(describedInForms) }),
      ...(typeof text === 'object' && { admin: { ...admin, description } }),
    };
  });
  return { ...inside, fields: fields as Field[] };
}
