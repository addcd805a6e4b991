import { randomUUID } from 'node:crypto';
import type { Doc } from './content.ts';
import type { Answer, Rest } from './rest.ts';

/** The requests of an open form of the admin, without the admin. */
export interface Form {
  id: Doc['id'];
  /** The header with the state that it has loaded. */
  base: string;
  save(data: object, query?: string): Promise<Answer>;
  /** A bulk action of a list that shows the document in this state, and those of other forms. */
  saveInBulk(data: object, query?: string, others?: Form[]): Promise<Answer>;
  restoreFirstVersion(query?: string): Promise<Answer>;
  revert(): Promise<Answer>;
  /** Takes the state that a save was refused for as its base. */
  goOn(refused: Answer): void;
  /** A save whose answer is lost. */
  lost(save: () => Promise<Answer>): Promise<void>;
  /** A save with what is known now, which is sent by the function that is returned. */
  hold(save: () => Promise<Answer>): () => Promise<Answer>;
  isBulk(answer: Answer): boolean;
}

export async function openForm(as: Rest, list: string, id: Doc['id']): Promise<Form> {
  const { value } = await as('GET', `${list}/${id}?draft=true&depth=0`);
  const form = randomUUID();
  let updatedAt = value.updatedAt;
  let saves = 0;
  let held: Record<string, string> | undefined;
  const base = () => `${id}=${updatedAt}`;
  const headers = () => {
    saves += 1;
    return held ?? { 'Portal-Base': base(), 'Portal-Form': `${form};${saves}` };
  };
  const send = async (method: string, path: string, data: object, own = headers()): Promise<Answer> => {
    const answer = await as(method, path, data, own);
    const doc = (answer.value.doc ?? answer.value) as { updatedAt?: string };
    if (answer.status === 200 && doc.updatedAt) updatedAt = doc.updatedAt;
    return answer;
  };
  return {
    id,
    get base() {
      return base();
    },
    save: (data, query = '') => send('PATCH', `${list}/${id}?depth=0&${query}`, data),
    async saveInBulk(data, query = '', others = []) {
      const all = [this as Form, ...others];
      const where = all.map((each, n) => `where[id][in][${n}]=${each.id}`).join('&');
      const bases = { 'Portal-Base': all.map((each) => each.base).join(', ') };
      return as('PATCH', `${list}?depth=0&${query}&${where}`, data, bases);
    },
    async restoreFirstVersion(query = '') {
      const { value } = await as(
        'GET',
        `${list}/versions?depth=0&sort=updatedAt&where[parent][equals]=${id}`,
      );
      const [first] = value.docs as { id: Doc['id'] }[];
      return send('POST', `${list}/versions/${first?.id}?depth=0&${query}`, {});
    },
    revert: () => send('POST', `portal-publication/${list}/${id}/revert`, {}),
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
      const own = headers();
      return async () => {
        held = own;
        try {
          return await save();
        } finally {
          held = undefined;
        }
      };
    },
    isBulk: (answer) => Array.isArray(answer.value.docs),
  };
}
