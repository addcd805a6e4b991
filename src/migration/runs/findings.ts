import type { BasePayload, CollectionSlug } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { isPublished, portalOf, slugOfKind } from '../../../collections/portal/portal.ts';
import { authorFields, authorsByNumber } from '../../../collections/users/authorNumbers.ts';
import { type HtmlText, htmlTexts } from '../../../collections/values/html.ts';
import { inBatches } from '../../changes/reader.ts';
import { activeIn, judgeServed } from '../../rich-text/index.ts';
import type { Captured } from '../plan/captured.ts';
import type { Write } from '../plan/planImport.ts';

/** Something in a stored text that a save would not let through. */
export interface TextFinding {
  collection: CollectionSlug;
  /** Payload's id; empty for what is not stored yet, as the address. */
  id: number | string;
  /** The `id` that the lists give. */
  apiId: number;
  /** Where the admin has it; without the server's address, if that is not set. */
  url: string;
  field: string;
  isPublished: boolean;
  /**
   * `refused`: the next save will not let it in, as no save should have. `imported`: it came with the import, and is served
   * as it came.
   */
  kind: 'refused' | 'imported';
  what: string[];
}

type TextDocument = Record<string, unknown> & { id: number | string; api_id: number };

/**
 * Judges every stored text as it is served, collection by collection.
 * @param planned what is still to be written: its texts count as stored
 */
export async function textFindings(
  payload: BasePayload,
  planned: readonly Write[] = [],
): Promise<TextFinding[]> {
  const { routes, serverURL } = payload.config;
  const { videoHosts } = portalOf(payload.config);
  const findings: TextFinding[] = [];
  for (const collection of payload.config.collections) {
    const { slug } = collection;
    const texts = htmlTexts(collection.flattenedFields);
    if (texts.length === 0) continue;
    const own = planned.filter(({ element }) => slugOfKind(payload, element.kind) === slug);
    const rewritten = new Map(own.map((each) => [each.stored?.id, each]));
    const found: TextFinding[] = [];
    const judgeTexts = (document: TextDocument) => {
      const { id, api_id: apiId } = document;
      const path = `/collections/${slug}/${id}` as const;
      const url = id === '' ? '' : formatAdminURL({ adminRoute: routes.admin, path, serverURL });
      for (const text of texts) {
        const verdict = judge(document, text, videoHosts);
        const place = { collection: slug as CollectionSlug, id, apiId, url, field: text.name };
        if (verdict) found.push({ ...place, isPublished: isPublished(collection, document), ...verdict });
      }
    };
    const batches = inBatches(async (where, limit) => {
      const query = { collection: slug as CollectionSlug, joins: false, limit, pagination: false } as const;
      return (await payload.db.find<TextDocument>({ ...query, sort: 'id', where: { and: where } })).docs;
    });
    for await (const docs of batches)
      for (const document of docs)
        judgeTexts({ ...document, ...storedTexts(texts, rewritten.get(document.id)) });
    for (const write of own.filter(({ stored }) => stored?.id === undefined)) {
      const { api_id } = write.document;
      judgeTexts({ id: '', api_id, _status: 'published', ...storedTexts(texts, write) });
    }
    findings.push(...found.sort((a, b) => a.apiId - b.apiId));
  }
  return findings;
}

/** The texts that are stored when a document is written: as served, and as imported. */
function storedTexts(texts: readonly HtmlText[], write: Write | undefined): Record<string, unknown> {
  const { document = {} } = write ?? {};
  return Object.fromEntries(
    texts.flatMap(({ name, html, source }) =>
      name in document
        ? [html, source].map((stored) => [stored, document[name as keyof typeof document]])
        : [],
    ),
  );
}

function judge(
  document: TextDocument,
  text: HtmlText,
  videoHosts: readonly string[],
): Pick<TextFinding, 'kind' | 'what'> | undefined {
  const html = document[text.html];
  if (typeof html !== 'string') return undefined;
  const imported = document[text.source] as string | null | undefined;
  const { problems, removed } = judgeServed(html, { imported, videoHosts });
  const refused = [...problems.map(({ message }) => message), ...removed];
  if (refused.length > 0) return { kind: 'refused', what: refused };
  const active = imported ? activeIn(html, videoHosts) : [];
  return active.length > 0 ? { kind: 'imported', what: active } : undefined;
}

/** An author number of the source. */
export interface AuthorNumber {
  number: number;
  /** How many captured documents have it. */
  documents: number;
  /** Whether new documents of a user here get it. */
  hasAccount: boolean;
}

/** The author numbers of captured documents, those with most of them first. */
export async function authorNumbers(payload: BasePayload, captured: Captured): Promise<AuthorNumber[]> {
  const counts = new Map<number, number>();
  const fields = new Map(captured.lists.map((list) => [list.key, authorFields(list)]));
  for (const { kind, document } of captured.documents.values()) {
    for (const name of fields.get(kind) ?? []) {
      const number = document[name];
      if (typeof number === 'number') counts.set(number, (counts.get(number) ?? 0) + 1);
    }
  }
  const known = counts.size > 0 ? await authorsByNumber(payload) : new Map();
  return [...counts]
    .map(([number, documents]) => ({ number, documents, hasAccount: known.has(number) }))
    .sort((a, b) => b.documents - a.documents || a.number - b.number);
}
