import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { lists } from '../../endpoints/lists/index.ts';
import { readCapture } from '../../src/capture/folder.ts';
import { readCaptured } from '../../src/migration/plan/captured.ts';

/** What an import notes of each document that it writes. With another digest, the next import would see changes everywhere. */
it('what is noted of imported documents is as every release has noted it', async () => {
  const keys = lists.map(({ key }) => key);
  const { documents } = readCaptured(await readCapture('test/fixtures/legacy-capture', keys), lists);
  const notes = (kind: string) =>
    [...documents.values()]
      .filter((each) => each.kind === kind)
      .map(({ id, digest, listed, shared }) => `${id} ${listed} ${digest} ${shared}`);
  const digest = (kind: string) => createHash('sha256').update(notes(kind).sort().join('\n')).digest('hex');
  expect(Object.fromEntries([...keys, 'media'].map((kind) => [kind, digest(kind)]))).toEqual({
    'featured-sections': 'ba34d8bbd086eac1d6e6641b3a60eeb252c1b0a1942fa832aa9592f7d994a931',
    'service-groups': '24c6ec2df344a58f81af6997aee69fc11224b1f7a50628216da3f281973c7589',
    'news-posts': '6b5bd915edeef6d923bfb322f30ea6b26d3ea43cbd7fe9e1ef02f717e043079b',
    'news-categories': 'd1e92a01613deb40b08ed3e937cf009d21593a86db11aae395da0b37cae27acc',
    'service-useful-links': '3caef49d7efdc1abd546e5815787e46b32df374fd3e3cd8456201431039b991f',
    media: '787a9e7042d8024e59ff2559685dbfec361b8a248ba4ee3d9dbb2bd763e08dae',
  });
});
