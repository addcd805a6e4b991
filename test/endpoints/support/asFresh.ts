import { expect } from 'vitest';
import { type Change, createReadModel, type ReadModel } from '../../../endpoints/read-model/index.ts';
import { body, counted } from './readModel.ts';

/** Orderings of the news posts: the default one and others. */
export const ORDERINGS = ['', 'title', '-title,id', '-created_timestamp'];

/** A change of few elements takes another way than one of many, and one that is made in steps another than at once. */
export const WAYS = {
  'at once': { blockBytes: 2000, atOnce: { elements: 100, bytes: 1_000_000 } },
  'in steps': { blockBytes: 2000, slice: 0, atOnce: { elements: 100, bytes: 0 } },
  'as many': { blockBytes: 2000, slice: 0, atOnce: { elements: 4, bytes: 0 } },
};

/** Every body, and every tag, of the posts. */
export async function bodies(model: ReadModel): Promise<string[]> {
  const served: string[] = [];
  for (const ordering of ORDERINGS) {
    served.push(await body(model, 'news-posts', ordering));
    served.push(`${(await model.response('news-posts', ordering))?.etag}`);
  }
  return served;
}

/**
 * Applies changes one after the other, and expects the posts to be served as if all had been there from the beginning.
 *
 * @returns the documents whose elements were made for the changes, sorted
 */
export async function expectPostsAsFresh(
  portal: Change[],
  tuning: (typeof WAYS)[keyof typeof WAYS],
  steps: Change[][],
): Promise<string[]> {
  const { lists, calls } = counted();
  const model = createReadModel({ lists, tuning });
  await model.replace([portal]);
  await bodies(model);
  calls.length = 0;
  for (const step of steps) await model.apply(step);
  const made = [...calls].sort();
  const fresh = createReadModel({ lists });
  await fresh.replace([portal, ...steps]);
  expect(await bodies(model)).toEqual(await bodies(fresh));
  return made;
}
