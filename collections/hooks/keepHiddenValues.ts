import type { CollectionBeforeChangeHook, FlattenedField } from 'payload';
import { videoHostsOf } from '../../src/rich-text/index.ts';
import { keptName } from '../fields/image.ts';
import { takeNumber } from './counter.ts';
import { htmlTexts, judgeHtml, setServedHtml } from './htmlValues.ts';
import { keepRanks } from './linkRanks.ts';
import { readMainDocument } from './mainDocument.ts';

type Data = Record<string, unknown>;

/**
 * Writes every hidden value of a document anew from what is stored, so that nothing a client sends can set one.
 * An import, which alone passes the context, and a restored version, which comes from the database, bring their own.
 */
export const keepHiddenValues: CollectionBeforeChangeHook = async ({
  collection,
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (req.context.portalImport) return data;
  const fields = collection.flattenedFields;
  const main =
    operation === 'update' ? await readMainDocument(req, collection.slug, originalDoc.id) : undefined;

  data.api_id = main?.api_id ?? (await takeNumber(req.payload, collection.slug));
  data.position = main?.position ?? null;
  data.source_key = main?.source_key ?? null;

  // On a create, `originalDoc` is the document that is being duplicated, if any.
  const stored = [originalDoc, main].filter((each): each is Data =>
    Boolean(each && Object.keys(each).length > 0),
  );
  const judgement = {
    language: req.i18n.language,
    videoHosts: videoHostsOf(req.payload.config),
    onRemoved: (field: string, attributes: string[]) =>
      req.payload.logger.warn(
        `${collection.slug} ${data.api_id}: ${field} is served without what is active in its imported tags: ${attributes.join(', ')}`,
      ),
  };
  for (const text of htmlTexts(fields)) {
    if (req.context.isRestoringVersion) judgeHtml(data, text, judgement);
    else setServedHtml(data, text, stored, judgement);
  }
  if (!req.context.isRestoringVersion) keepLegacyValues(fields, data, stored);
  const ranked = rankedField(fields);
  if (ranked && Array.isArray(data[ranked])) {
    const rows = data[ranked] as Data[];
    const sources = operation === 'update' ? stored.map((each) => (each[ranked] ?? []) as Data[]) : [];
    const restored = req.context.isRestoringVersion ? [rows.map((row) => ({ ...row }))] : [];
    await keepRanks(req.payload, rows, [...restored, ...sources]);
  }
  return data;
};

/** The array whose rows bear hidden ranks, if the collection has one. */
function rankedField(fields: FlattenedField[]): string | undefined {
  return fields.find(
    (field) => field.type === 'array' && field.flattenedFields.some(({ name }) => name === 'rank'),
  )?.name;
}

/**
 * Legacy values that nobody may write: kept as stored; that of an image only until an image is chosen, and for a draft that
 * has chosen one and is reverted, as it is published.
 */
function keepLegacyValues(fields: FlattenedField[], data: Data, stored: Data[]): void {
  const kept = fields.filter((field) => field.type === 'code' && field.admin?.readOnly);
  for (const { name } of kept) {
    const image = fields.find((field) => keptName(field.name) === name);
    const last = stored.map((each) => each[name] ?? null).find((value) => value !== null) ?? null;
    data[name] = image && data[image.name] ? null : last;
  }
}
