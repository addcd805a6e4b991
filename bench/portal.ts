import type { Kind, StoredDocument } from '../endpoints/lists/index.ts';
import { html, type Random, random, words } from './random.ts';

/** How many documents a generated portal has: `small` some 10 MB of lists, `large` 50 MB. */
const SIZES = {
  medium: { categories: 20, groups: 14, sections: 20, posts: 600, links: 600 },
  small: { categories: 20, groups: 14, sections: 60, posts: 3_000, links: 3_000 },
  large: { categories: 40, groups: 14, sections: 285, posts: 10_000, links: 50_000 },
};

export type SizeName = keyof typeof SIZES;

/** A document as it is published now. */
export interface Published {
  kind: Kind;
  id: string;
  document: StoredDocument;
}

const BATCH = 100;
const NEWEST = Date.UTC(2024, 5, 1, 9);

/** A generated portal: the same in every run. A later version of a document has other texts. */
export class Portal {
  readonly size: (typeof SIZES)[SizeName];

  constructor(name: SizeName) {
    this.size = SIZES[name];
  }

  /** Every document, in batches as a read model loads them. */
  *documents(): Generator<Published[]> {
    const { categories, groups, sections, posts, links } = this.size;
    yield* batches(categories, (number) => [this.category(number)]);
    yield* batches(groups, group);
    yield* batches(sections, section);
    yield* batches(posts, (number) => [this.post(number)]);
    yield* batches(links, (number) => [this.link(number)]);
  }

  category(number: number, version = 0): Published {
    const from = random(number, version);
    const values = { selected: false, title: words(from, 1, 3), slug: `category-${number}` };
    return published('news-categories', number, values);
  }

  /** @param bytes of its HTML, about; 1,000 to 3,000 if it is not given */
  post(number: number, version = 0, bytes?: number): Published {
    const from = random(number, version);
    const created = NEWEST - number * 157_000;
    const related = (number + from.whole(1, 20)) % this.size.posts;
    return published('news-posts', number, {
      selected: false,
      category: idOf('news-categories', from.whole(0, this.size.categories - 1)),
      related: from.chance(0.2) ? [idOf('news-posts', related)] : [],
      confirmed_translation: from.chance(0.5),
      title: words(from, 3, 10),
      excerpt: words(from, 8, 20),
      slug: `post-${number}`,
      active: true,
      featured_post: false,
      created_timestamp: timestamp(created, from),
      modified_timestamp: timestamp(created + 3_600_000, from),
      content: html(from, bytes ?? from.whole(1_000, 3_000)),
      author: from.whole(1, 30),
    });
  }

  link(number: number, version = 0): Published {
    const from = random(number, version);
    return published('service-useful-links', number, {
      selected: false,
      slug: `link-${from.whole(0, this.size.links)}`,
      url: from.chance(0.97) ? `https://www.portal.example/u/${number}` : null,
      description: from.chance(0.3) ? `<p>${words(from, 4, 14)}</p>` : null,
      confirmed_translation: from.chance(0.7),
      title: words(from, 2, 8),
      service: from.chance(0.6) ? from.whole(1, 3_000) : null,
    });
  }
}

function group(number: number): Published[] {
  const from = random(number);
  const values = {
    order: number,
    title: words(from, 1, 4),
    slug: `group-${number}`,
    description: words(from, 4, 12),
  };
  return [published('service-groups', number, values)];
}

/** With the image that it shows. */
function section(number: number): Published[] {
  const from = random(number);
  const image = published('media', number, { url: `https://cdn.portal.example/${number}.png` });
  const links = Array.from({ length: from.whole(0, 5) }, (_, index) => ({
    text: words(from, 2, 5),
    link: `https://www.portal.example/s/${number}/${index}`,
    rank: number * 5 + index,
  }));
  const values = {
    section_two_links: links,
    active: true,
    section_one_title: words(from, 2, 6),
    section_one_text: html(from, 1_000),
    section_two_title: words(from, 2, 6),
    section_three_text: html(from, 1_000),
    featured_image: image.id,
  };
  return [image, published('featured-sections', number, values)];
}

function* batches(count: number, make: (number: number) => Published[]): Generator<Published[]> {
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => first + index);
    yield numbers.flatMap(make);
  }
}

function idOf(kind: Kind, number: number): string {
  return `${kind}-${number}`;
}

/** Its strings are flat, as parsed ones are. */
function published(kind: Kind, number: number, values: Record<string, unknown>): Published {
  const id = idOf(kind, number);
  const document = { id, api_id: number + 1, position: number, ...values };
  return JSON.parse(JSON.stringify({ kind, id, document }));
}

/** With microseconds, as the legacy system has it. */
function timestamp(milliseconds: number, from: Random): string {
  return new Date(milliseconds).toISOString().replace('Z', `${from.whole(100, 999)}Z`);
}
