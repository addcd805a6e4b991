import type { Element } from '../../endpoints/lists/index.ts';
import { html, slug, words } from './greek.ts';
import { type Random, seeded } from './random.ts';

/** How large a made-up portal is. */
export interface PortalSize {
  categories: number;
  groups: number;
  sections: number;
  /** Words in each of a section's two texts, on average. */
  sectionWords: number;
  posts: number;
  postWords: number;
  links: number;
}

export type SizeName = 'small' | 'large' | 'tiny';

/**
 * `small` is like a portal of today: from 700 bytes (categories) to some 100 KB. `large` is what none has yet: 10,000
 * posts and 50,000 links, and featured sections of about 1.7 MB. `tiny` only shows that the benchmark works.
 */
export const SIZES: Record<SizeName, PortalSize> = {
  tiny: { categories: 4, groups: 5, sections: 3, sectionWords: 40, posts: 12, postWords: 60, links: 40 },
  small: { categories: 8, groups: 14, sections: 7, sectionWords: 150, posts: 60, postWords: 100, links: 400 },
  large: {
    categories: 40,
    groups: 200,
    sections: 285,
    sectionWords: 165,
    posts: 10_000,
    postWords: 140,
    links: 50_000,
  },
};

/** The lists of a portal as its legacy system would serve them, by slug, each in its default order. */
export type Portal = Record<string, Element[]>;

const CDN = 'https://cdn.portal.example/media';
/** The newest post; each one before it is some minutes older. */
const NEWEST = Date.UTC(2024, 5, 1, 9, 0, 0);

/** A portal of that size: the same elements in every run. */
export function makePortal(size: PortalSize, seed = 1): Portal {
  const random = seeded(seed);
  const categories = Array.from({ length: size.categories }, (_, index) => category(random, index + 1));
  return {
    'news-categories': categories,
    'service-groups': Array.from({ length: size.groups }, (_, index) => group(random, index + 1)),
    'featured-sections': Array.from({ length: size.sections }, (_, index) =>
      section(random, index + 1, size),
    ),
    'service-useful-links': Array.from({ length: size.links }, (_, index) => link(random, index + 1)),
    'news-posts': posts(random, size.posts, { categories, words: size.postWords, firstId: 1 }),
  };
}

/** Posts, newest first. A fifth of them show up to three older ones as related. */
export function posts(
  random: Random,
  count: number,
  { categories, words, firstId }: { categories: Element[]; words: number; firstId: number },
): Element[] {
  const made: Element[] = [];
  for (let number = 0; number < count; number += 1) {
    const { id, selected, ...rest } = post(random, firstId + number, words);
    const related = random.chance(0.2)
      ? Array.from({ length: random.whole(1, 3) }, () => random.pick(made))
      : [];
    const shown = [...new Set(related)].flatMap((other) => (other ? [asRelated(other)] : []));
    made.push({ id, selected, category: random.pick(categories), related: shown, files: null, ...rest });
  }
  return made.reverse();
}

function asRelated({ category, related, files, ...post }: Element): Element {
  return post;
}

function post(random: Random, id: number, wordCount: number): Element {
  const created = NEWEST - 86_400_000 * 365 * 3 + id * 157_000;
  const image = random.chance(0.1) ? `${CDN}/posts/${id % 50}.jpg` : null;
  return {
    id,
    selected: false,
    confirmed_translation: random.chance(0.5),
    title: words(random, 3, 10),
    excerpt: words(random, 8, 20),
    slug: slug(random, id),
    active: true,
    featured_post: random.chance(0.02),
    post_image: image,
    post_thumbnail: image,
    created_timestamp: timestamp(created, random),
    modified_timestamp: timestamp(created + 3_600_000, random),
    content: html(random, random.whole(Math.ceil(wordCount / 2), Math.ceil(wordCount * 1.5))),
    author: random.whole(1, 30),
  };
}

/** With microseconds, as the legacy system has it. */
function timestamp(milliseconds: number, random: Random): string {
  return new Date(milliseconds)
    .toISOString()
    .replace('Z', `${String(random.whole(1, 999)).padStart(3, '0')}Z`);
}

function category(random: Random, id: number): Element {
  return { id, selected: random.chance(0.2), title: words(random, 1, 3), slug: `cat-${id}` };
}

function group(random: Random, id: number): Element {
  return {
    id,
    selected: false,
    order: id,
    title: words(random, 1, 4),
    slug: slug(random, id),
    url: random.chance(0.5) ? `https://www.portal.example/g/${id}` : null,
    description: random.pick([null, '', words(random, 4, 12)]),
    confirmed_translation: random.chance(0.5),
  };
}

function section(random: Random, id: number, { sectionWords }: PortalSize): Element {
  const text = () => html(random, random.whole(Math.ceil(sectionWords / 2), Math.ceil(sectionWords * 1.5)));
  const links = Array.from({ length: random.whole(0, 5) }, (_, index) => ({
    text: words(random, 2, 5),
    link: `https://www.portal.example/s/${id}/${index}`,
  }));
  return {
    id,
    selected: false,
    section_two_links: links,
    active: random.chance(0.9),
    section_one_title: words(random, 2, 6),
    section_one_text: text(),
    section_two_title: words(random, 2, 6),
    section_three_text: text(),
    featured_image: `${CDN}/featured/${id % 50}.png`,
  };
}

function link(random: Random, id: number): Element {
  return {
    id,
    selected: false,
    slug: slug(random, id),
    url: random.chance(0.97) ? `https://www.portal.example/u/${id}` : null,
    description: random.chance(0.3) ? `<p>${words(random, 4, 14)}</p>` : random.pick([null, '']),
    confirmed_translation: random.chance(0.7),
    title: words(random, 2, 8),
    service: random.chance(0.6) ? random.whole(1, 3000) : null,
  };
}
