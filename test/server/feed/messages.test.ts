import { describe, expect, it } from 'vitest';
import type { Change } from '../../../endpoints/read-model/index.ts';
import { inMessages } from '../../../src/server/feed/messages.ts';
import { change } from './feeds.ts';

describe('messages', () => {
  it('are cut where they would keep readers waiting, in order and without loss', () => {
    const changes = [1, 2, 3, 4, 5].map((id) => change(id, 'x'.repeat(50_000)));
    const messages = [...inMessages(changes)];
    expect(messages.map((message) => message.length)).toEqual([2, 2, 1]);
    expect(messages.flat()).toEqual(changes);
  });

  it('hold one change of any size, and settings and departures too', () => {
    const gone: Change = { kind: 'media', id: '1', document: null };
    const settings: Change = { settings: { collation: 'el', lists: {} } };
    const huge = change(1, 'x'.repeat(2_000_000));
    expect([...inMessages([huge, gone, settings])]).toEqual([[huge], [gone, settings]]);
    expect([...inMessages([])]).toEqual([]);
  });
});
