import {
  type BasePayload,
  type CollectionSlug,
  type Endpoint,
  type FieldHook,
  Forbidden,
  type PayloadRequest,
} from 'payload';
import type { List } from '../../endpoints/lists/index.ts';
import { takeNumber } from '../../src/database/counter.ts';
import { may } from '../policies/may.ts';
import { nameOfAccount, portalOf, slugOf } from '../portal/portal.ts';

/** The names of accounts by their author numbers. @param req the request in whose transaction they are read */
export async function authorsByNumber(
  payload: BasePayload,
  req?: PayloadRequest,
): Promise<Map<number, string>> {
  const { author, users = payload.config.admin.user } = portalOf(payload.config);
  const collection = users as CollectionSlug;
  const all = { collection, depth: 0, limit: 0, pagination: false, ...(req && { req }) };
  const { docs } = await payload.find(all);
  const numbered = docs.flatMap((user): [number, string][] => {
    const number = author({ user: { ...user, collection } as never });
    return typeof number === 'number' ? [[number, nameOfAccount({ payload }, collection, user)]] : [];
  });
  return new Map(numbered);
}

/** Fields for which the form proposes the author number of a user. */
export function authorFields({ fields = {}, form }: Pick<List, 'fields' | 'form'>): string[] {
  const proposes = (seen: object | undefined) => seen && 'propose' in seen && seen.propose === 'author';
  return Object.keys(fields).filter((name) => proposes(fields[name]) || proposes(form?.fields?.[name]));
}

/** The author numbers of documents, and the greatest of newer drafts, in ascending order. */
async function numbersOfDocuments(req: PayloadRequest): Promise<number[]> {
  const { payload } = req;
  const portal = portalOf(payload.config);
  const numbers = new Set<number>();
  for (const list of portal.lists) {
    for (const field of authorFields(list)) {
      const there = { collection: slugOf(portal, list.key), where: { [field]: { exists: true } }, req };
      const { values } = await payload.db.findDistinct({ ...there, field });
      const { docs } = await payload.find({ ...there, draft: true, depth: 0, limit: 1, sort: `-${field}` });
      for (const value of [...values, ...docs] as Record<string, number>[]) numbers.add(value[field] ?? 0);
    }
  }
  return [...numbers].sort((one, other) => one - other);
}

/** A new account to which nobody gives a number has the next one above those of all accounts and documents. */
export const drawAuthorNumber: FieldHook = async ({ operation, req, value }) => {
  // Commands make accounts without one.
  if (operation !== 'create' || !req.user || typeof value === 'number') return value;
  const accounts = await authorsByNumber(req.payload, req);
  return takeNumber(
    req,
    'author-number',
    Math.max(0, ...accounts.keys(), ...(await numbersOfDocuments(req))),
  );
};

/** Whose an author number is; where none is given, for who makes accounts, those of documents that no account has. */
export interface AuthorAnswer {
  name: string | null;
  free: number[];
}

export const authorEndpoint: Endpoint = {
  path: '/portal-authors',
  method: 'get',
  handler: async (req) => {
    if (!(await may.read(req))) throw new Forbidden(req.t);
    const { number } = req.query;
    const accounts = await authorsByNumber(req.payload);
    const offered = !number && (await may.manageUsers(req)) ? await numbersOfDocuments(req) : [];
    const name = accounts.get(Number(number)) ?? null;
    const answer: AuthorAnswer = { name, free: offered.filter((each) => !accounts.has(each)) };
    return Response.json(answer);
  },
};
