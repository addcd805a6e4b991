import { once } from 'node:events';
import { get, IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createHandler, nodeListener, type ServedResponse } from '../../../endpoints/http/index.ts';
import { giveBack, takeSpace } from '../../../endpoints/http/spaces.ts';
import type { BodyPart } from '../../../endpoints/read-model/index.ts';
import { listening, serving, TARGET } from './served.ts';

const KIB = 1024;

/** A body that nobody keeps: its parts are joined for each reader, in the memory that he gives. Which, `used` tells. */
function passing(text: string, lengths: readonly number[], used: ArrayBuffer[] = []): ServedResponse {
  const parts = lengths.map((length, index): BodyPart => {
    const fill = (bytes: Buffer<ArrayBuffer>) => bytes.fill(text.charAt(index % text.length));
    return {
      length,
      isJoined: false,
      get bytes() {
        return fill(Buffer.alloc(length));
      },
      bytesIn(space) {
        const bytes = space(length);
        used.push(bytes.buffer);
        return fill(bytes);
      },
    };
  });
  return { parts, length: lengths.reduce((sum, length) => sum + length, 0), etag: `"${text}"` };
}

const contentOf = (text: string, lengths: readonly number[]) =>
  lengths.map((length, index) => text.charAt(index % text.length).repeat(length)).join('');

async function ask(port: number): Promise<IncomingMessage> {
  const [answer] = await once(get(`http://127.0.0.1:${port}${TARGET}`, { agent: false }), 'response');
  return answer;
}

describe('a large body that nobody keeps', () => {
  const lengths = Array.from({ length: 200 }, (_, index) => (100 + (index % 5) * 90) * KIB);

  it('goes out in memory that is used again', async () => {
    const used: ArrayBuffer[] = [];
    const handler = createHandler({ readModel: serving(() => passing('abc', lengths, used)) });
    const { port } = await listening(nodeListener(handler));
    await (await fetch(`http://127.0.0.1:${port}${TARGET}`)).arrayBuffer();
    expect(used).toHaveLength(lengths.length);
    expect(new Set(used).size).toBeLessThan(8);
  });

  it('arrives as it is, whoever else is sent one meanwhile and however slowly it is read', async () => {
    const texts = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqr'];
    let asked = 0;
    const handler = createHandler({
      readModel: serving(() => passing(texts[asked++ % texts.length] as string, lengths)),
    });
    const { port } = await listening(nodeListener(handler));
    const answers: IncomingMessage[] = [];
    for (const _ of texts) answers.push(await ask(port));
    answers[2]?.destroy();
    const arrived = answers.map(async (answer, index) => {
      if (answer.destroyed) return 'left';
      const chunks: Buffer[] = [];
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer);
        if (index < 2 && chunks.length % 100 === 0) await wait(1);
      }
      return Buffer.concat(chunks).toString('latin1') === contentOf(texts[index] as string, lengths);
    });
    expect(await Promise.all(arrived)).toEqual([true, true, 'left', true, true, true]);
  });

  it('is whole where something else stands for a connection, and keeps what it is given', async () => {
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: 'GET', url: TARGET });
    const response = new ServerResponse(request);
    const chunks: Buffer[] = [];
    const keeps = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
    });
    response.assignSocket(keeps as Socket);
    const handler = createHandler({ readModel: serving(() => passing('abc', lengths)) });
    nodeListener(handler)(request, response);
    await once(response, 'finish', { signal: AbortSignal.timeout(10_000) });
    const [, body] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
    expect(body === contentOf('abc', lengths)).toBe(true);
  });

  it('of one part goes out so too', async () => {
    const used: ArrayBuffer[] = [];
    const handler = createHandler({ readModel: serving(() => passing('x', [300 * KIB], used)) });
    const { port } = await listening(nodeListener(handler));
    for (let time = 0; time < 5; time += 1) {
      const body = await (await fetch(`http://127.0.0.1:${port}${TARGET}`)).text();
      expect(body === contentOf('x', [300 * KIB])).toBe(true);
    }
    expect(used).toHaveLength(5);
    expect(new Set(used).size).toBeLessThan(3);
  });
});

describe('the memory', () => {
  it('is nobody else’s until it is given back', () => {
    const taken = Array.from({ length: 40 }, () => takeSpace(1000));
    expect(taken.map(({ length }) => length)).toEqual(taken.map(() => 1000));
    expect(new Set(taken.map(({ buffer }) => buffer)).size).toBe(40);
    const [last] = taken.slice(-1) as [Buffer<ArrayBuffer>];
    giveBack(last);
    const again = takeSpace(2000);
    expect(again.buffer).toBe(last.buffer);
    expect(again).toHaveLength(2000);
  });

  it('is kept up to 8 MiB, and never for a part of more than 512 KiB', () => {
    const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
    const taken = Array.from({ length: 40 }, () => takeSpace(512 * KIB));
    for (const space of taken) giveBack(space);
    allocate.mockClear();
    for (let time = 0; time < 16; time += 1) takeSpace(1);
    expect(allocate).not.toHaveBeenCalled();
    takeSpace(1);
    expect(allocate).toHaveBeenCalledTimes(1);
    const large = takeSpace(513 * KIB);
    expect(large).toHaveLength(513 * KIB);
    giveBack(large);
    expect(takeSpace(1).buffer).not.toBe(large.buffer);
    allocate.mockRestore();
  });
});
