import type { BasePayload, FlattenedField } from 'payload';
import { localizer } from '../../../collections/portal/locale.ts';
import { kindOf, portalOf } from '../../../collections/portal/portal.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { idOf, referencesOf } from '../../../collections/portal/references.ts';

/** A document that refers to another one, both as `kind id`. */
export interface Use {
  from: string;
  field: string;
  to: string;
  /** It is published, and cannot be so without the other one. */
  isStrong: boolean;
}

/** What refers to some documents, the trash aside. */
export async function readUses(payload: BasePayload, isWanted: (name: string) => boolean): Promise<Use[]> {
  const portal = portalOf(payload.config);
  const uses: Use[] = [];
  for (const collection of payload.config.collections) {
    const { slug, flattenedFields } = collection;
    const fields = flattenedFields.filter(isReference);
    // Payload's own (locks, jobs) say nothing of content.
    if (fields.length === 0 || slug.startsWith('payload-')) continue;
    const names = [...fields.map(({ name }) => name), '_status', 'deletedAt'];
    const known = flattenedFields.filter(({ name }) => names.includes(name));
    const select = Object.fromEntries(known.map(({ name }) => [name, true as const]));
    const all = { joins: false, limit: 0, pagination: false } as const;
    const { docs } = await payload.db.find<RawDocument>({ collection: slug, select, ...all });
    const required = new Set(referencesOf(collection).map(({ name }) => name));
    const inLocale = localizer(flattenedFields, payload.config);
    for (const doc of docs.filter(({ deletedAt }) => !deletedAt).map(inLocale)) {
      const from = `${kindOf(portal, slug)} ${doc.id}`;
      for (const field of fields) {
        const isStrong = required.has(field.name) && doc._status !== 'draft';
        for (const value of [doc[field.name] ?? []].flat()) {
          const to = nameOf(portal, field, value);
          if (isWanted(to)) uses.push({ from, field: field.name, to, isStrong });
        }
      }
    }
  }
  return uses;
}

const isReference = ({ type }: FlattenedField) => type === 'relationship' || type === 'upload';

/** Of fields that may refer to several collections, each value says to which. */
function nameOf(portal: Parameters<typeof kindOf>[0], field: FlattenedField, value: unknown): string {
  const { relationTo: ownly } = field as { relationTo?: unknown };
  const { relationTo, value: inner } = (value ?? {}) as { relationTo?: unknown; value?: unknown };
  const [to, id] = typeof relationTo === 'string' ? [relationTo, inner] : [ownly, value];
  return `${kindOf(portal, String(to))} ${idOf(id)}`;
}
