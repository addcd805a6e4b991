import type { BasePayload, FlattenedField } from 'payload';
import { listLocale, localizer } from '../../../collections/portal/locale.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { companions, fieldsWithRole, roleOf } from '../../../collections/portal/roles.ts';
import { searchText } from '../../../collections/values/searchText.ts';
import { standingAfter } from '../../../collections/values/standing.ts';
import { payloadDocuments } from '../../documents/hooks.ts';
import type { Operation } from '../plan/index.ts';
import { fieldsOf, hasDrafts, slugOfKind } from './collections.ts';
import { stampNow } from './readContents.ts';
import { readRow, type Trace } from './traces.ts';

type Restore = Extract<Operation, { do: 'restore' }>;
type Data = Record<string, unknown>;

/** Brings documents back. What was kept is read a row at a time. */
export class Restorer {
  readonly #payload: BasePayload;
  #row: { name: string; traces: Promise<Map<string, Trace>> } | undefined;

  constructor(payload: BasePayload) {
    this.#payload = payload;
  }

  /** False where somebody has saved the document since that was decided; nothing is done then. */
  async restore({ kind, key, here: id, row, stamp, ...what }: Restore): Promise<boolean> {
    const payload = this.#payload;
    const { main, draft } = (await this.#traces(row)).get(key) ?? {};
    if (!main) throw new Error(`What the import has kept is not whole: ${row} has no ${key}.`);
    if ((await stampNow(payload, kind, id)) !== stamp) return false;
    const collection = slugOfKind(payload, kind);
    const where = { id: { equals: id } };
    const current = await payload.db.findOne<RawDocument>({ collection, where, joins: false });
    if (!current) return false;
    const fields = fieldsOf(payload, kind);
    const { id: _, ...others } = restored(payload, fields, { current, main, ...what });
    const now = Date.now();
    const data = { ...others, ...standings(fields, others, current), updatedAt: new Date(now).toISOString() };
    await payload.db.updateOne({ collection, id, data, returning: false });
    if (hasDrafts(payload, kind)) {
      const newer = what.isWhole && draft ? [{ ...draft, ...standings(fields, draft, data, true) }] : [];
      for (const [later, versionData] of [data, ...newer].entries()) {
        const updatedAt = new Date(now + later).toISOString();
        const times = { createdAt: updatedAt, updatedAt };
        const version = {
          collectionSlug: collection,
          parent: id,
          autosave: false,
          returning: false,
          ...times,
        };
        await payload.db.createVersion({ ...version, versionData: { ...versionData, updatedAt } });
      }
    }
    await payloadDocuments(payload).announce(kind, [id]);
    return true;
  }

  #traces(name: string): Promise<Map<string, Trace>> {
    if (this.#row?.name !== name) {
      const traces = readRow(this.#payload, name).then(
        ({ documents }) => new Map(documents.map((each) => [each.key, each])),
      );
      this.#row = { name, traces };
    }
    return this.#row.traces;
  }
}

/** The standing of what is stored over a main document, or beside it as a draft. */
function standings(fields: FlattenedField[], { _status: status }: Data, main: Data, draft = false): Data {
  const named = fieldsWithRole(fields, 'standing').map(({ name }) => name);
  return Object.fromEntries(named.map((name) => [name, standingAfter({ status, draft, main }, name)]));
}

/** The document as it is to be stored: what it refers to, hidden values and search words with the fields that they belong to. */
function restored(
  payload: BasePayload,
  all: FlattenedField[],
  {
    current,
    main,
    fields,
    isWhole,
  }: Pick<Restore, 'fields' | 'isWhole'> & Record<'current' | 'main', RawDocument>,
): Data {
  const isHidden = (field: FlattenedField) => {
    const { role = '' } = roleOf(field) ?? {};
    return role === 'position' || (isWhole && (HIDDEN.has(role) || PUBLICATION.has(field.name)));
  };
  const wanted = all.filter((field) => fields.includes(field.name) || isHidden(field));
  const names = new Set(wanted.flatMap((field) => [field.name, ...companions([field])]));
  const { locale } = listLocale(payload.config) ?? {};
  const data: Data = { ...current };
  for (const field of all) {
    const { name } = field;
    if (!names.has(name)) continue;
    const isLocalized = locale !== undefined && 'localized' in field && field.localized;
    // Other locales are none of an import's.
    data[name] = isLocalized
      ? { ...(current[name] as Data), [locale]: (main[name] as Data | null)?.[locale] ?? null }
      : (main[name] ?? null);
  }
  const said = localizer(all, payload.config)(data as RawDocument);
  for (const { name, also } of fieldsWithRole(all, 'search')) data[name] = searchText(all, said, also);
  return data;
}

/** What else an import writes: fields, and those with these roles. */
const PUBLICATION: ReadonlySet<string> = new Set(['listed', '_status', 'deletedAt']);
const HIDDEN: ReadonlySet<string> = new Set(['modified', 'edited_by', 'sole_editor', 'autosaved']);
