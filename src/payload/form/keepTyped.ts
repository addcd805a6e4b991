import type { FormState, ServerFunctionClientArgs } from 'payload';
import { openForm } from './forms.ts';
import { whenIdle } from './useTypedText.ts';

interface AfterSave {
  collectionSlug?: unknown;
  id?: unknown;
  /** The saved document. */
  data?: unknown;
  /** The state of the form that was saved. */
  formState?: FormState;
}

/**
 * Keeps what is typed between a save and the state of the form that the server sends afterwards. A text can be edited then, and
 * the form of Payload 3.90 puts the saved value in its place.
 *
 * Upstream: payloadcms/payload#17676, about automatic drafts.
 * Needed for: words that are typed on after a save.
 * @param result the answer of a server function, from which the values are removed that have changed since
 */
export async function keepTyped({ name, args }: ServerFunctionClientArgs, result: unknown): Promise<unknown> {
  const { collectionSlug, data, formState, id } = args as AfterSave;
  const form = openForm(collectionSlug, id);
  if (name !== 'form-state' || !data || !formState || !form) return result;
  const { state } = result as { state?: FormState };
  // The last words reach the form when the browser is idle.
  await new Promise<void>((resolve) => whenIdle(resolve));
  for (const [path, field] of Object.entries(state ?? {})) {
    const [sent, now] = [formState[path], form.fields[path]];
    if (!sent || !now || now.rows || JSON.stringify(sent.value) === JSON.stringify(now.value)) continue;
    // Set by this project and not typed.
    if (typeof now.value === 'object' && now.value === now.initialValue) continue;
    delete field.value;
    delete field.initialValue;
    form.isTypedMeanwhile = true;
  }
  return result;
}
