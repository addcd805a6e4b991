import type { FlattenedField } from 'payload';

/**
 * What a field means to this project, and which hidden fields go with it. It stands in the field's `custom`, so that a
 * host's own fields are left alone, whatever their names and types.
 */
export type Role =
  /** A text. Where nothing was entered the lists give null, or the empty string. */
  | { role: 'text'; nullable: boolean }
  /** A number. SQLite gives no whole ones back that are beyond 2^53. */
  | { role: 'number' }
  /** A rich text. `html` is what the lists serve of it, `source` the imported HTML. */
  | { role: 'html'; html: string; source: string; nullable: boolean }
  /** A date. `exact` is the string that the lists give. Where none is entered, they give null or the time of the save. */
  | { role: 'date'; exact: string; nullable: boolean }
  /** When a change was last published. */
  | { role: 'modified' }
  /**
   * A document that the element embeds, and can't do without. `last` is by what it can be found again when the database
   * has dropped the reference: the first of its fields `by` that has a value.
   */
  | { role: 'reference'; last: string; by: string[] }
  /** Documents that the element embeds while they are published. */
  | { role: 'references' }
  /** JSON text of a legacy value; served until the image `until` is chosen, if there is one. */
  | { role: 'kept'; until?: string }
  /** Rows that have a hidden rank each, in their field `rank`. What a row says is in its fields `by`. */
  | { role: 'ranked'; rank: string; by: string[] }
  /** Rows without one. */
  | { role: 'rows' }
  /** Whether it is a draft that was saved by itself. */
  | { role: 'autosaved' }
  /** The words by which the document is found, those of the fields `also` among them. */
  | { role: 'search'; also: string[] }
  /** What identifies the document: to the portal, in the imported default list, to an import. */
  | { role: 'api_id' | 'position' | 'source_key' }
  /** Who saved this state of the document, by name. */
  | { role: 'edited_by' }
  /** The key of the user who alone has worked on it, while it was never published. */
  | { role: 'sole_editor' };

type RoleOf<Name extends Role['role']> = Extract<Role, { role: Name }>;

const KEY = 'portal';

/** The `custom` of a field that has this role. */
export function custom(role: Role): { [KEY]: Role } {
  return { [KEY]: role };
}

/** The role of a field; undefined for a host's own. */
export function roleOf(field: FlattenedField | undefined): Role | undefined {
  return field?.custom?.[KEY] as Role | undefined;
}

const NOTES: readonly (Role['role'] | undefined)[] = ['autosaved', 'edited_by', 'search', 'sole_editor'];

/** Whether a field only notes something about a state of its document: nothing of it is served. */
export function isNote(field: FlattenedField): boolean {
  return NOTES.includes(roleOf(field)?.role);
}

/** The fields that have a role, with what it says. */
export function fieldsWithRole<Name extends Role['role']>(
  fields: readonly FlattenedField[],
  name: Name,
): ({ name: string; field: FlattenedField } & RoleOf<Name>)[] {
  return fields.flatMap((field) => {
    const role = roleOf(field);
    return role?.role === name ? [{ ...(role as RoleOf<Name>), name: field.name, field }] : [];
  });
}

/** Names of the hidden fields that stand beside others. */
export function companions(fields: readonly FlattenedField[]): Set<string> {
  const names = fields.map(roleOf).flatMap((role) => {
    if (role?.role === 'html') return [role.html, role.source];
    if (role?.role === 'date') return [role.exact];
    return role?.role === 'reference' ? [role.last] : [];
  });
  return new Set(names);
}
