import { describe, expect, it } from 'vitest';
import { lists, toJson } from '../../../endpoints/lists/index.ts';
import { type Change, createReadModel } from '../../../endpoints/read-model/index.ts';
import { expectPostsAsFresh, WAYS } from '../support/asFresh.ts';
import { body, category, departure, media, post, read } from '../support/readModel.ts';

/** The second post, the third, and the fourth, which is in no list of its own, show the first as related. */
const portal = [
  category(1),
  category(2),
  media('m1', 'https://a.example/1.png'),
  media('m2', 'https://a.example/2.png'),
  post(1, { position: 0, post_image: 'm1', title: 'Πρώτο' }),
  post(2, { position: 1, related: ['p1'] }),
  post(3, { position: 2, related: ['p5', 'p1', 'p2'], category: 'c2' }),
  post(4, { listed: false, position: null, related: ['p1'] }),
  ...Array.from({ length: 30 }, (_, index) =>
    post(index + 5, { position: index + 3, title: `Τ${index % 7}` }),
  ),
];
const first = (rest: object = {}) => post(1, { position: 0, post_image: 'm1', ...rest });

describe.each(Object.entries(WAYS))('a post that others show as related, changed %s,', (_, tuning) => {
  const expectAsFresh = (...steps: Change[][]) => expectPostsAsFresh(portal, tuning, steps);

  it.each([
    ['longer', { title: 'Νέο με πολύ μεγαλύτερο τίτλο από πριν', content: '<p>«Κείμενο»</p>'.repeat(300) }],
    ['shorter', { title: '' }],
    ['like its key', { title: '"related":[{"id":1}]' }],
    ['the same, and other things that only its own element shows', { category: 'c2', related: ['p9'] }],
  ])('is the new one in all of them, and they are not made anew: a text that is %s', async (_, rest) => {
    expect(await expectAsFresh([first(rest)])).toEqual(['p1']);
  });

  it('may change again before anybody reads it, and after the category of those that show it', async () => {
    const steps = [[first({ title: 'α' })], [category(1, { title: 'β' })], [first({ title: 'γδε' })]];
    expect(await expectAsFresh(...steps)).toEqual(['c1', 'p1', 'p1']);
  });

  it('may change with another that the same post shows, which is made anew', async () => {
    expect(await expectAsFresh([first({ title: 'α' }), post(2, { position: 1, title: 'β' })])).toEqual([
      'p1',
      'p2',
      'p3',
    ]);
  });

  it('may show another image: then those that show it are made anew', async () => {
    expect(await expectAsFresh([first({ post_image: 'm2' })])).toEqual(['p1', 'p2', 'p3']);
    expect(
      await expectAsFresh([first({ post_image: 'm2' })], [media('m2', 'https://a.example/3.png')]),
    ).toEqual(['p1', 'p1', 'p2', 'p2', 'p3', 'p3']);
  });

  it('may leave its own list, or go, or come back', async () => {
    expect(await expectAsFresh([first({ listed: false, title: 'α' })])).toEqual([]);
    await expectAsFresh([departure('news-posts', 'p1')]);
    await expectAsFresh([departure('news-posts', 'p1')], [first({ title: 'α' })], [first({ title: 'β' })]);
  });

  it('may be related to itself, or twice to the same post', async () => {
    await expectAsFresh([first({ related: ['p1'] })], [first({ related: ['p1'], title: 'α' })]);
    const twice = post(2, { position: 1, related: ['p1', 'p1'] });
    expect(await expectAsFresh([twice], [first({ title: 'α' })])).toEqual(['p1', 'p2', 'p2']);
  });
});

it('a related post is replaced where it belongs, though a kept value is the very same text', async () => {
  const model = createReadModel({ lists });
  await model.replace([portal]);
  const [, second = {}] = await read(model, 'news-posts');
  const [related] = second.related as object[];
  const decoy = post(2, { position: 1, related: ['p1'], files: toJson([related]) });
  await model.apply([decoy]);
  expect((await body(model, 'news-posts')).split(toJson(related)).length).toBe(1 + 3);
  await model.apply([first({ title: 'νέο' })]);
  const [, after] = await read(model, 'news-posts');
  expect(after).toEqual({ ...second, files: [related], related: [{ ...related, title: 'νέο' }] });
});
