import { describe, expect, it } from 'vitest';
import { featuredSections, KeptJson, newsPosts } from '../../../endpoints/lists/index.ts';
import { Store } from '../support/capture.ts';

const post = {
  id: 'p1',
  api_id: 7,
  position: null,
  category: 'c1',
  related: ['p2', 'p3'],
  files: null,
  title: 'Τίτλος',
  post_image: 'm1',
  post_thumbnail: null,
};

function store(): Store {
  const all = new Store();
  all.put('news-categories', { id: 'c1', api_id: 1, position: null, title: 'Α', slug: 'a', selected: true });
  all.put('media', { id: 'm1', api_id: 0, position: null, url: 'https://a.example/m.png' });
  all.put('news-posts', { ...post, id: 'p3', api_id: 9, title: 'Άλλο', related: ['p1'] });
  return all;
}

describe('news posts', () => {
  it('embed the category and the published related posts, in their order', () => {
    const { category, related, post_image } = newsPosts.encode(post, store());
    expect(category).toEqual({ id: 1, selected: true, title: 'Α', slug: 'a' });
    expect(related.map(({ id, title }) => [id, title])).toEqual([[9, 'Άλλο']]);
    expect(post_image).toBe('https://a.example/m.png');
  });

  it.each([
    ['Αίτηση', { size: 245_760 }, 'Αίτηση (PDF, 240 KB)'],
    ['Αίτηση', { size: 1 }, 'Αίτηση (PDF, 1 KB)'],
    ['Αίτηση', { size: 1_048_100 }, 'Αίτηση (PDF, 1 MB)'],
    ['Αίτηση', { size: 1_600_000 }, 'Αίτηση (PDF, 1,5 MB)'],
    ['Αίτηση', {}, 'Αίτηση (PDF)'],
    ['Αίτηση', { type: '', size: 2048 }, 'Αίτηση (2 KB)'],
    ['Αίτηση', { type: '' }, 'Αίτηση'],
    ['Αίτηση ', { size: 2048 }, 'Αίτηση (PDF, 2 KB) '],
    ['<strong>Αίτηση</strong>', { size: 2048 }, '<strong>Αίτηση</strong> (PDF, 2 KB)'],
    ['Αίτηση (PDF, 9 KB)', { size: 2048 }, 'Αίτηση (PDF, 9 KB)'],
    ['Αίτηση (<strong>pdf</strong>) ', { size: 2048 }, 'Αίτηση (<strong>pdf</strong>) '],
    ['Αίτηση (PDF) και άλλα', { size: 2048 }, 'Αίτηση (PDF) και άλλα (PDF, 2 KB)'],
  ])('say of a file that a text links to its type and size: %s %j', (words, file, expected) => {
    const all = store();
    const url = 'https://a.example/a.pdf';
    all.put('media', { id: 'f1', api_id: 0, position: null, url, file: { type: 'PDF', ...file } });
    const content = `<p><a href="portal-document:media/f1" title="α">${words}</a>.</p>`;
    const content_refers = [{ named: 'media/f1', kind: 'media', id: 'f1' }];
    expect(newsPosts.encode({ ...post, content, content_refers }, all).content).toBe(
      `<p><a href="${url}" title="α">${expected}</a>.</p>`,
    );
  });

  it.each([
    ...[' ', '(', '(PDF', '<a', '\u00a0', '&amp; '],
    ...['<a href="portal-document:media/f1">', '<a href="portal-document:media/f1" a="'],
    ...['<figure><img src="portal-document:media/f1" alt="'],
    '<figure><img src="portal-document:media/f1" alt=""><figcaption>',
    ...['<a href="portal-document:media/f1">α</a>', '\ud800'],
  ])('are made and written in a second from a text of 1 MB, in a link or not: %j', (piece) => {
    const all = store();
    const url = 'https://a.example/a.pdf';
    all.put('media', { id: 'f1', api_id: 0, position: null, url, file: { type: 'PDF', size: 2048 } });
    const content_refers = [{ named: 'media/f1', kind: 'media', id: 'f1' }];
    const long = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const began = process.cpuUsage();
    const open = '<p><a href="portal-document:media/f1">';
    for (const content of [long, `${open}${long}`, `${open}${long}α</a></p>`])
      newsPosts.serialize(newsPosts.encode({ ...post, content, content_refers }, all));
    const { user, system } = process.cpuUsage(began);
    // Three texts.
    expect((user + system) / 1e6).toBeLessThan(3);
  });

  it("name the related post's image when that is missing", () => {
    const all = store();
    all.put('news-posts', { ...post, id: 'p2', post_image: 'm9' });
    expect(() => newsPosts.encode(post, all)).toThrow(
      'related.post_image needs media m9, which is not there',
    );
  });

  it('show a kept value rather than an image', () => {
    const document = {
      ...post,
      post_image_kept: '{"2":1.0,"1":"/α"}',
      post_thumbnail_kept: '"/media/α.png"',
    };
    const { post_image, post_thumbnail } = newsPosts.encode(document, store());
    expect([post_image, post_thumbnail]).toEqual([new KeptJson('{"2":1.0,"1":"/α"}'), '/media/α.png']);
  });
});

describe('featured sections', () => {
  it('hide the ranks of their links', () => {
    const links = [{ id: 'row', text: 'α', link: 'https://a.example/', rank: 4 }];
    const section = { id: 's', api_id: 1, position: null, featured_image: 'm1', section_two_links: links };
    expect(featuredSections.encode(section, store()).section_two_links).toEqual([
      { text: 'α', link: 'https://a.example/' },
    ]);
  });
});
