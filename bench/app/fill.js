import { generateImportMap, getPayload } from 'payload';
import config from './payload.config.js';
import { plugins } from './plugins.js';

/** Makes the import map of the app, and its database with a user and a few posts of each kind, which say the same. */

// In production, Payload makes no tables without migrations.
Object.assign(process.env, { NODE_ENV: 'development' });
const COUNT = 20;
await generateImportMap(await config);
const payload = await getPayload({ config });
const hasPlugin = plugins.length > 0;
await payload.create({
  collection: 'users',
  data: {
    email: process.env.EMAIL,
    password: process.env.PASSWORD,
    ...(hasPlugin && { roles: ['admin'], author_id: 1 }),
  },
});
const [file] = [
  { data: Buffer.from(process.env.PIXEL, 'base64'), mimetype: 'image/png', name: 'pixel.png' },
].map((each) => ({ ...each, size: each.data.length }));
const kinds = [
  { posts: 'posts', categories: 'categories', images: 'images' },
  ...(hasPlugin ? [{ posts: 'news-posts', categories: 'news-categories', images: 'media' }] : []),
];
for (const { posts, categories, images } of kinds) {
  const published = { _status: 'published' };
  const image = await payload.create({ collection: images, data: { alt: 'Εικόνα' }, file });
  const category = await payload.create({
    collection: categories,
    data: { title: 'Δελτία Τύπου', ...published },
  });
  const related = [];
  for (let number = 0; number < COUNT; number += 1) {
    const post = await payload.create({
      collection: posts,
      data: {
        title: `Ανακοίνωση ${number}`,
        excerpt: 'Τι ισχύει από αύριο.',
        content: text(number),
        category: category.id,
        related: related.slice(-2),
        post_image: image.id,
        post_thumbnail: image.id,
        created_timestamp: new Date(Date.UTC(2025, 0, number + 1)).toISOString(),
        author: 1,
        slug: `announcement-${number}`,
        active: true,
        ...published,
      },
    });
    related.push(post.id);
  }
}
await payload.destroy();
process.exit();

/** Twenty paragraphs with bold words, and a link in every fourth. */
function text(number) {
  const words = (said, format = 0) => ({
    type: 'text',
    text: said,
    format,
    detail: 0,
    mode: 'normal',
    style: '',
    version: 1,
  });
  const block = { format: '', indent: 0, version: 1, direction: 'ltr' };
  const paragraph = (at) => {
    const fields = { linkType: 'custom', newTab: false, url: `https://www.portal.example/${number}/${at}` };
    const link = { ...block, type: 'link', version: 3, fields, children: [words('σε αυτή τη σελίδα')] };
    const more = at % 4 === 0 ? [words(', '), link] : [];
    const children = [
      words('Οι αιτήσεις υποβάλλονται '),
      words('ηλεκτρονικά', 1),
      words(' ως το τέλος του μήνα'),
      ...more,
    ];
    return { ...block, type: 'paragraph', textFormat: 0, textStyle: '', children };
  };
  return { root: { ...block, type: 'root', children: Array.from({ length: 20 }, (_, at) => paragraph(at)) } };
}
