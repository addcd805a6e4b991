import { beforeEach, describe, expect, it } from 'vitest';
import { Documents } from '../../../endpoints/read-model/Documents.ts';
import { finish } from '../../../endpoints/read-model/Slices.ts';
import { collectGarbage } from '../../support/collectGarbage.ts';

const MEBIBYTE = 1024 * 1024;
const COUNT = 2000;
const document = (index: number) => ({
  id: `d${index}`,
  api_id: index,
  position: null,
  content: `${index} ${'κείμενο '.repeat(500)}`,
});

function inUse(): { heap: number; buffers: number } {
  // Buffers are given back after the collection that finds them, while the next one waits for that.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed, buffers: arrayBuffers };
}

describe('documents', () => {
  let documents: Documents;
  let before: ReturnType<typeof inUse>;

  beforeEach(() => {
    documents = new Documents();
    before = inUse();
    for (let index = 0; index < COUNT; index += 1) documents.set('news-posts', `d${index}`, document(index));
  });

  it('are outside of the heap, where no collection has to look at them', () => {
    const { heap, buffers } = inUse();
    expect(buffers - before.buffers).toBeGreaterThan(14 * MEBIBYTE);
    expect(heap - before.heap).toBeLessThan(2 * MEBIBYTE);
    expect(documents.get('news-posts', 'd7')).toEqual(document(7));
  });

  it('that are left after a load take no more memory than their own', () => {
    for (let index = 0; index < COUNT; index += 1) {
      if (index % 200 !== 0) documents.delete('news-posts', `d${index}`);
    }
    finish(documents.settle());
    expect(inUse().buffers - before.buffers).toBeLessThan(2 * MEBIBYTE);
    expect([...documents.ids('news-posts')]).toHaveLength(COUNT / 200);
    expect(documents.get('news-posts', 'd400')).toEqual(document(400));
    expect(documents.get('news-posts', 'd401')).toBeUndefined();
  });

  it('that change one by one later keep no memory of the others', () => {
    finish(documents.settle());
    for (let index = 0; index < COUNT; index += 1) {
      documents.set('news-posts', `d${index}`, document(index));
      if (index % 200 !== 0) documents.delete('news-posts', `d${index}`);
    }
    expect(inUse().buffers - before.buffers).toBeLessThan(2 * MEBIBYTE);
    expect(documents.get('news-posts', 'd400')).toEqual(document(400));
  });
});
