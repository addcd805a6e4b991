import type { FlattenedField } from 'payload';

/**
 * The meaning of a field for this project, and the hidden fields that belong to it. It is stored in the field's `custom`, so
 * that a host's own fields are never affected, whatever their names and types.
 */
export type Role =
  /** A text. For an empty value the lists give null, or the empty string. */
  | { role: 'text'; nullable: boolean }
  /** A number. SQLite does not keep integers beyond 2^53 exactly. */
  | { role: 'number' }
  /** A rich text. `html` has the served HTML, `source` the imported HTML, `refers` the names of documents in it. */
  | { role: 'html'; html: string; source: string; refers: string; nullable: boolean }
  /** The documents that a rich text refers to. */
  | { role: 'refers' }
  /** A date. `exact` has the served string. For an empty date the lists give null, or the time of the save. */
  | { role: 'date'; exact: string; nullable: boolean }
  /** The time when a change was last published. */
  | { role: 'modified' }
  /**
   * A required document that the element embeds. `last` has the first non-empty value of its fields `by`, to find it again if
   * the database has removed the reference.
   */
  | { role: 'reference'; last: string; by: string[] }
  /** Documents that the element embeds if they are published. */
  | { role: 'references' }
  /** JSON text of a legacy value. It is served until the image `until` is chosen, if there is one. */
  | { role: 'kept'; until?: string }
  /** Rows with a hidden rank in their field `rank`. A row without an id is recognized by its fields `by`. */
  | { role: 'ranked'; rank: string; by: string[] }
  | { role: 'rows' }
  /** Whether the version is an automatic draft. */
  | { role: 'autosaved' }
  /** The search words of the document, including those of the fields `also`. */
  | { role: 'search'; also: string[] }
  /** The document's identity: for the portal, in the imported default list, for an import. */
  | { role: 'api_id' | 'position' | 'source_key' }
  /** The name of the user who saved the version. */
  | { role: 'edited_by' }
  /** The form that saved the version, and the number of its save; null if no form did. See `save/base.ts`. */
  | { role: 'saved_by_form' }
  /** What a save is based on. It is not stored. */
  | { role: 'base' }
  /** The key of the only user who has worked on a document that was never published. */
  | { role: 'sole_editor' }
  /** Who has written what the version says, and a digest of it: see `values/content.ts`. */
  | { role: 'words' }
  /** When somebody should look at what is published again. */
  | { role: 'look_again' }
  /** Whether the document is published, was, or has a newer draft: see `values/known.ts`. */
  | { role: 'standing' };

type RoleOf<Name extends Role['role']> = Extract<Role, { role: Name }>;

const KEY = 'portal';

/** The `custom` property of a field with this role. */
export function custom(role: Role): { [KEY]: Role } {
  return { [KEY]: role };
}

/** The role of a field; undefined for a host's own field. */
export function roleOf(field: FlattenedField | undefined): Role | undefined {
  return field?.custom?.[KEY] as Role | undefined;
}

const NOTES: readonly (Role['role'] | undefined)[] = [
  'autosaved',
  'base',
  'edited_by',
  'look_again',
  'saved_by_form',
  'search',
  'sole_editor',
  'standing',
  'words',
];

/** True if a field only describes the saved version and is not served. */
export function isBookkeeping(field: FlattenedField): boolean {
  return NOTES.includes(roleOf(field)?.role);
}

/** The fields with a role, with its properties. */
export function fieldsWithRole<Name extends Role['role']>(
  fields: readonly FlattenedField[],
  name: Name,
): ({ name: string; field: FlattenedField } & RoleOf<Name>)[] {
  return fields.flatMap((field) => {
    const role = roleOf(field);
    return role?.role === name ? [{ ...(role as RoleOf<Name>), name: field.name, field }] : [];
  });
}

/** Names of the hidden fields that belong to others. */
export function companions(fields: readonly FlattenedField[]): Set<string> {
  const names = fields.map(roleOf).flatMap((role) => {
    if (role?.role === 'html') return [role.html, role.source, role.refers];
    if (role?.role === 'date') return [role.exact];
    return role?.role === 'reference' ? [role.last] : [];
  });
  return new Set(names);
}
