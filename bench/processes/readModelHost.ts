import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createReadModel, lists } from '../../src/index.ts';
import { seeded } from '../content/random.ts';
import { randomOrdering } from '../orderings.ts';
import { answering } from './answering.ts';

/** A process with a read model and nothing else, or with nothing at all; run with `--expose-gc`. */

const readModel = createReadModel({ lists });

/** Reads a list as a server does, part by part. */
async function read(slug: string, ordering?: string): Promise<number> {
  const response = await readModel.response(slug, ordering);
  if (!response) throw new Error(`${slug} is not loaded.`);
  return response.parts.reduce((length, { bytes }) => length + bytes.length, 0);
}

const methods = {
  /** Loads the documents of a file, see Data. */
  async load(documents: string): Promise<void> {
    await readModel.replace(changesIn(documents));
  },

  /** Reads the five default lists. @returns their length together, in bytes */
  async readDefaults(_: undefined): Promise<number> {
    let length = 0;
    for (const { key: slug } of lists) length += await read(slug);
    return length;
  },

  async readOrderings(count: number): Promise<void> {
    const random = seeded(3);
    for (let asked = 0; asked < count; asked += 1) {
      const { slug, ordering } = randomOrdering(random);
      await read(slug, ordering);
    }
  },

  /** What is in use after two collections: the heap and the buffers outside of it, in bytes. */
  async memory(_: undefined): Promise<number> {
    for (let time = 0; time < 2; time += 1) {
      global.gc?.();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
};

async function* changesIn(file: string) {
  for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line);
}

export type ReadModelHost = typeof methods;
answering(methods);
