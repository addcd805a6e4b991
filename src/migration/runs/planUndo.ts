import { isDeepStrictEqual } from 'node:util';
import type { BasePayload } from 'payload';
import { MEDIA, portalOf } from '../../../collections/portal/portal.ts';
import type { RawDocument } from '../../../collections/portal/RawDocument.ts';
import { documentMapping } from '../../documents/storedDocument.ts';
import {
  configOf,
  contentsOf,
  fieldsOf,
  readHere,
  readImagesOf,
  readTraces,
  readUses,
  type Trace,
  type Traces,
  type Use,
} from '../apply/index.ts';
import {
  type FieldConflict,
  type Here,
  type HereDocument,
  type Id,
  type Named,
  Names,
  type Operation,
  referencedFirst,
} from '../plan/index.ts';
import { type Fate, fateOf, type Kept, keepUsed, type Was } from './fate.ts';

/** So many documents are read at once. */
const BATCH = 200;

/** What taking a run back is going to do. */
export interface Undoing {
  fates: (Fate & { name: Named | undefined })[];
  /** Those that the run made, and why they stay. */
  images: { key: string; id: Id; url: string; why?: 'edited' | 'used' }[];
  settings: { values: Record<string, unknown>; conflicts: FieldConflict[] };
}

/** Decides what becomes of everything that a run has touched. */
export async function planUndo(
  payload: BasePayload,
  run: { id: Id },
): Promise<Undoing & { operations: Operation[] }> {
  const { lists } = portalOf(payload.config);
  const here = await readHere(
    payload,
    lists.map(({ key }) => key),
  );
  const kept = await keptOf(payload, run.id);
  const { fates: alone, back } = await fatesOf(payload, run.id, { here, kept });
  const made = await readImagesOf(payload, kept.images);
  const hiding = new Set(alone.filter(({ hides }) => hides).map(nameOf));
  const wanted = new Set([...hiding, ...made.map(({ id }) => `${MEDIA} ${id}`)]);
  const uses = [...(await usesAfter(payload, alone, wanted)), ...back];
  const fates = keepUsed(alone, uses).map(({ user, ...each }) => ({
    ...each,
    name: here.named[each.kept.kind]?.get(String(each.here?.id)),
    ...(user !== undefined && { user: shownName(user, here) }),
  }));
  const left = new Set(fates.filter(({ hides }) => hides).map(nameOf));
  const used = new Set(uses.filter(({ from }) => !left.has(from)).map(({ to }) => to));
  const images = made.map(({ id, url, isEdited }) => {
    const why = isEdited ? 'edited' : used.has(`${MEDIA} ${id}`) ? 'used' : undefined;
    return { key: `${MEDIA}:${id}`, id, url, ...(why && ({ why } as const)) };
  });
  const settings = settingsBack(kept, here);
  const order = referencedFirst({ lists: [...lists] }, here);
  const operations: Operation[] = [
    ...order.flatMap((kind) => restores(fates, kind, false)),
    ...[...order].reverse().flatMap((kind) => removals(payload, fates, kind)),
    ...[...order].reverse().flatMap((kind) => restores(fates, kind, true)),
    ...images.flatMap(({ key, id, why }): Operation[] =>
      why ? [] : [{ do: 'withdraw', kind: MEDIA, key, here: id, entry: null, trashes: true }],
    ),
    ...(Object.keys(settings.values).length > 0 ? [{ do: 'set', values: settings.values } as const] : []),
    ...fates.flatMap(notes),
    ...(kept.findings === undefined ? [] : [{ do: 'remember', findings: kept.findings } as const]),
  ];
  return { fates, images, settings, operations };
}

const nameOf = ({ kept, here }: Pick<Fate, 'kept' | 'here'>) => `${kept.kind} ${here?.id}`;

/** Of `kind id`: the number on the portal, for documents of lists. */
function shownName(user: string, { named }: Here): string {
  const [kind = '', id = ''] = user.split(' ');
  return `${kind} ${named[kind]?.get(id)?.api_id ?? id}`;
}

interface AllKept extends Omit<Traces, 'documents'> {
  documents: Map<string, Kept>;
}

/** All that a run has kept, but for what was stored. Of what it has kept twice, the first counts. */
async function keptOf(payload: BasePayload, run: Id): Promise<AllKept> {
  const all: AllKept = { documents: new Map(), images: [], settings: {} };
  for await (const { row, traces } of readTraces(payload, run)) {
    all.images.push(...traces.images);
    for (const [name, { was, wrote }] of Object.entries(traces.settings))
      all.settings[name] = { was: all.settings[name] ? all.settings[name].was : was, wrote };
    if (all.findings === undefined && traces.findings !== undefined) all.findings = traces.findings;
    for (const { main, draft: _, ...light } of traces.documents) {
      const own: Kept = { ...light, ...(main && { row }) };
      const first = all.documents.get(own.key);
      const listed = own.listed ?? first?.listed;
      const kept = own.isAgain ? { ...first, ...own } : { ...own, ...first };
      all.documents.set(own.key, { ...kept, ...(listed !== undefined && { listed }) });
    }
  }
  return all;
}

/** What becomes of each document by itself, and what those refer to that are brought back. */
async function fatesOf(
  payload: BasePayload,
  run: Id,
  { here, kept: { documents } }: { here: Here; kept: AllKept },
): Promise<{ fates: Fate[]; back: Use[] }> {
  const names = new Names({ documents: new Map() }, here, new Map());
  const known = new Map(here.documents.map((each) => [each.key, each]));
  const result: { fates: Fate[]; back: Use[] } = { fates: [], back: [] };
  const decide = async (batch: { kept: Kept; was?: Was }[]) => {
    const there = batch.flatMap(({ kept }) => known.get(kept.key) ?? []);
    const contents = await contentsOf(payload, there.filter(isReadable));
    for (const { kept, was } of batch) {
      const shape = here.shapes[kept.kind];
      if (!shape) continue;
      const found = { here: known.get(kept.key), content: contents.get(kept.key) };
      const fate = fateOf(kept, was, found, { names, shape });
      result.fates.push(fate);
      if (fate.do === 'restore' && was) result.back.push(...usesOf(fate, was, here));
    }
  };
  for await (const { row, traces } of readTraces(payload, run)) {
    const stored = traces.documents.flatMap((trace) => {
      const kept = documents.get(trace.key);
      return kept?.row === row && !kept.isNew && here.shapes[kept.kind]
        ? { kept, was: wasOf(payload, trace) }
        : [];
    });
    if (stored.length > 0) await decide(stored);
  }
  const others = [...documents.values()].filter(({ isNew, row }) => isNew || row === undefined);
  for (let from = 0; from < others.length; from += BATCH)
    await decide(others.slice(from, from + BATCH).map((kept) => ({ kept })));
  return result;
}

const isReadable = ({ id, trashed }: HereDocument) => id !== undefined && !trashed;

function wasOf(payload: BasePayload, { kind, main, draft }: Trace): Was {
  const raw = main as RawDocument;
  const { toStored } = documentMapping(fieldsOf(payload, kind), payload.config);
  const isPublished = raw._status === undefined || raw._status === 'published';
  return {
    content: toStored(raw),
    ...(draft && { draft: toStored(draft) }),
    isPublished,
    isTrashed: Boolean(raw.deletedAt),
  };
}

/** What a document refers to once it is brought back. */
function usesOf({ kept, here: known, fields, hides }: Fate, { content }: Was, here: Here): Use[] {
  const shapes = here.shapes[kept.kind]?.fields.values() ?? [];
  return [...shapes].flatMap(({ name: field, to }) => {
    if (to === undefined || !fields.includes(field)) return [];
    const value = content[field];
    const isStrong = !Array.isArray(value) && !hides;
    return [value ?? []]
      .flat()
      .map((id) => ({ from: `${kept.kind} ${known?.id}`, field, to: `${to} ${id}`, isStrong }));
  });
}

/** What refers to some documents, but for fields that are brought back. */
async function usesAfter(payload: BasePayload, fates: Fate[], wanted: ReadonlySet<string>): Promise<Use[]> {
  if (wanted.size === 0) return [];
  const back = new Map(fates.filter((each) => each.do === 'restore').map((each) => [nameOf(each), each]));
  const uses = await readUses(payload, (name) => wanted.has(name));
  return uses.filter(({ from, field }) => !back.get(from)?.fields.includes(field));
}

function settingsBack({ settings }: AllKept, here: Here): Undoing['settings'] {
  const back: Undoing['settings'] = { values: {}, conflicts: [] };
  for (const [field, { was, wrote }] of Object.entries(settings)) {
    const now = here.settings[field] ?? null;
    if (isDeepStrictEqual(now, was)) continue;
    if (isDeepStrictEqual(now, wrote)) back.values[field] = was;
    else back.conflicts.push({ field, here: now, source: was });
  }
  return back;
}

function restores(fates: Fate[], of: string, hides: boolean): Operation[] {
  return fates.flatMap((each): Operation[] => {
    const { kept, here, fields, isWhole, stamp } = each;
    const { kind, key, entry, row, position } = kept;
    if (kind !== of || here?.id === undefined || each.hides !== hides) return [];
    const moved: Operation[] = position === undefined ? [] : [{ do: 'move', kind, here: here.id, position }];
    if (each.do === 'move') return moved;
    if (each.do !== 'restore' || row === undefined) return [];
    return [{ do: 'restore', kind, key, here: here.id, row, fields, isWhole, stamp, entry }, ...moved];
  });
}

/** Where there is no trash, it is taken out of publication. */
function removals(payload: BasePayload, fates: Fate[], of: string): Operation[] {
  const { trash } = configOf(payload, of);
  return fates.flatMap(({ kept: { kind, key, entry }, here, ...fate }): Operation[] => {
    if (kind !== of || here?.id === undefined) return [];
    if (fate.do === 'remove') return [{ do: 'remove', kind, here: here.id }];
    if (fate.do !== 'trash') return [];
    const noted = trash || !here.entry ? entry : { ...here.entry, withdrawn: true };
    return [{ do: 'withdraw', kind, key, here: here.id, entry: noted, trashes: trash }];
  });
}

/** What is noted of documents that nothing else is done with. */
function notes({ kept: { key, entry }, here, ...fate }: Fate): Operation[] {
  const isNoted = fate.do === 'note' || fate.do === 'move' || fate.do === 'remove';
  return isNoted && !isDeepStrictEqual(here?.entry ?? null, entry) ? [{ do: 'note', key, entry }] : [];
}
