import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { categories, groups, links, posts, sections } from './content.js';

/**
 * Writes the captures in this folder: what the made-up legacy portal of content.js would answer. Run it with
 * `node sample/make.js` after changing content.js, and commit both.
 */

const CDN = 'https://cdn.portal.example/media';

/** JSON as the legacy system writes it. */
const json = (value) => JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

function save(name, elements) {
  writeFileSync(path.join(import.meta.dirname, `${name}.json`), `[${elements.map(json).join(',')}]`);
}

const collator = new Intl.Collator('el');
const byTitle = (a, b) => collator.compare(a.title, b.title);

function postShown({ id, selected = false, ...post }) {
  return {
    id,
    selected,
    confirmed_translation: post.confirmed ?? false,
    title: post.title,
    excerpt: post.excerpt,
    slug: post.slug,
    active: post.active ?? true,
    featured_post: post.featured ?? false,
    post_image: post.image ? `${CDN}/posts/${encodeURIComponent(post.image)}` : null,
    post_thumbnail: post.image ? `${CDN}/posts/thumbnails/${encodeURIComponent(post.image)}` : null,
    created_timestamp: post.created,
    modified_timestamp: post.modified ?? post.created,
    content: post.content,
    author: post.author ?? 4,
  };
}

function post(whole) {
  const { id, selected, ...others } = postShown(whole);
  const related = (whole.related ?? []).map((other) => postShown(posts.find((each) => each.id === other)));
  const category = categoryShown(categories.find((each) => each.id === whole.category));
  return { id, selected, category, related, files: null, ...others };
}

const categoryShown = ({ id, selected = false, title, slug }) => ({ id, selected, title, slug });

const isListed = ({ embeddedOnly }) => !embeddedOnly;

const section = ({ id, active = true, links: rows, one, two, three, image }) => ({
  id,
  selected: false,
  section_two_links: rows.map(([, text, link]) => ({ text, link })),
  active,
  section_one_title: one.title,
  section_one_text: one.text,
  section_two_title: two,
  section_three_text: three,
  featured_image: `${CDN}/featured/${encodeURIComponent(image)}`,
});

/** One row per link, the latest link first; sections without links before all. */
function byLinks() {
  const rows = sections.flatMap((each) =>
    each.links.length === 0 ? [[Infinity, each]] : each.links.map(([link]) => [link, each]),
  );
  return rows.sort(([a], [b]) => b - a).map(([, each]) => section(each));
}

const group = ({ id, order, title, slug, url = null, description = null, confirmed = true }) => ({
  id,
  selected: false,
  order,
  title,
  slug,
  url,
  description,
  confirmed_translation: confirmed,
});

const link = ({ id, title, slug, url = null, description = '', service = null, confirmed = true }) => ({
  id,
  selected: false,
  slug,
  url,
  description,
  confirmed_translation: confirmed,
  title,
  service,
});

const usefulLinks = links.map(link);

save('featured-sections', sections.map(section));
save('featured-sections.ordering=-section_two_links', byLinks());
save('service-groups', [...groups].sort((a, b) => a.order - b.order || a.id - b.id).map(group));
save('news-categories', categories.filter(isListed).map(categoryShown));
save(
  'news-posts',
  posts
    .filter(isListed)
    .sort((a, b) => (a.created < b.created ? 1 : -1))
    .map(post),
);
save('service-useful-links', usefulLinks);
save('service-useful-links.ordering=title', [...usefulLinks].sort(byTitle));
save(
  'service-useful-links.ordering=-title',
  [...usefulLinks].sort((a, b) => byTitle(b, a)),
);
