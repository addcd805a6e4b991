import { randomUUID } from 'node:crypto';
import type { Doc } from './content.ts';
import type { Answer, Rest } from './rest.ts';

/** The requests of an open form of the admin, without the admin. */
export interface Form {
  id: Doc['id'];
  save(data: object, query?: string): Promise<Answer>;
  revert(): Promise<Answer>;
  /** The form's poll for something newer, and for others that have it open. */
  newest(): Promise<Record<string, unknown>>;
  /** Takes the state that a save was refused for as its base. */
  goOn(refused: Answer): void;
  /** A save whose answer is lost. */
  lost(save: () => Promise<Answer>): Promise<void>;
  /** A save with what is known now, which is sent by the function that is returned. */
  hold(save: () => Promise<Answer>): () => Promise<Answer>;
}

export async function openForm(as: Rest, list: string, id: Doc['id']): Promise<Form> {
  return openFormAt(as, `${list}/${id}`, id);
}

/** @param path of the document, or `globals/` and that of a global */
export async function openFormAt(as: Rest, path: string, id: Doc['id'] = path): Promise<Form> {
  const { value } = await as('GET', `${path}?draft=true&depth=0`);
  const form = randomUUID();
  let updatedAt = value.updatedAt;
  let saves = 0;
  let held: object | undefined;
  const base = () => {
    saves += 1;
    return held ?? { updatedAt, form, save: saves };
  };
  const send = async (method: string, to: string, data: object): Promise<Answer> => {
    const answer = await as(method, to, { ...data, portal_base: base() });
    const doc = (answer.value.doc ?? answer.value.result) as { updatedAt?: string } | undefined;
    if (answer.status === 200 && doc?.updatedAt) updatedAt = doc.updatedAt;
    return answer;
  };
  return {
    id,
    save: (data, query = '') =>
      send(path.startsWith('globals/') ? 'POST' : 'PATCH', `${path}?depth=0&${query}`, data),
    revert: () => send('POST', `portal-publication/${path}/revert`, {}),
    async newest() {
      const query = new URLSearchParams({
        updatedAt: String(updatedAt),
        form,
        save: String(saves + 1),
        open: 'true',
      });
      return (await as('GET', `portal-publication/${path}/newest?${query}`)).value;
    },
    goOn(refused) {
      const [error] = refused.value.errors as { data: { newest: { updatedAt: string } } }[];
      updatedAt = error?.data.newest.updatedAt;
    },
    async lost(save) {
      const before = updatedAt;
      await save();
      updatedAt = before;
    },
    hold(save) {
      const own = base();
      return async () => {
        held = own;
        try {
          return await save();
        } finally {
          held = undefined;
        }
      };
    },
  };
}
