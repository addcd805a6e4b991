import type { NewDocument } from '../../../endpoints/lists/index.ts';
import type { Decision, Here, HereDocument } from '../plan/index.ts';

/** By what a person knows a document. */
export function nameOf({ captured: { kind: list, document } }: Decision) {
  return { list, apiId: document.api_id, title: elementTitle(document) };
}

/** The same of what is here. */
export function nameHere({ kind: list, id }: HereDocument, { named }: Here) {
  const { api_id, title } = named[list]?.get(String(id)) ?? {};
  return { list, apiId: Number(api_id), title: typeof title === 'string' ? title : null };
}

/** The title of an element, whatever its list calls it. */
export function elementTitle(document: NewDocument): string | null {
  const [, title] = Object.entries(document).find(([key]) => key.endsWith('title')) ?? [];
  return typeof title === 'string' ? title : null;
}
