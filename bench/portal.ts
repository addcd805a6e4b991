import type { Kind, StoredDocument } from '../endpoints/lists/index.ts';
import { html, type Random, random, words } from './random.ts';

/** How many documents a generated portal has. */
export interface PortalSize {
  categories: number;
  groups: number;
  sections: number;
  posts: number;
  links: number;
}

/** `small` has some 10 MB of lists, `large` some 50 MB; `quick` only shows that the benchmark works. */
export const SIZES = {
  quick: { categories: 4, groups: 5, sections: 3, posts: 30, links: 30 },
  small: { categories: 20, groups: 14, sections: 60, posts: 3_000, links: 3_000 },
  large: { categories: 40, groups: 14, sections: 285, posts: 10_000, links: 50_000 },
} as const satisfies Record<string, PortalSize>;

export type SizeName = keyof typeof SIZES;

/** A document as it is published now. */
export interface Published {
  kind: Kind;
  id: string;
  document: StoredDocument;
}

const BATCH = 100;
const NEWEST = Date.UTC(2024, 5, 1, 9);

/** Every document of a portal of that size, the same in every run, in batches as a read model loads them. */
export function* portal(size: PortalSize): Generator<Published[]> {
  const makers = [
    ['category', size.categories],
    ['group', size.groups],
    ['section', size.sections],
    ['post', size.posts],
    ['link', size.links],
  ] as const;
  for (const [name, count] of makers) {
    const generator = new PortalDocuments(size);
    for (let first = 0; first < count; first += BATCH) {
      const length = Math.min(BATCH, count - first);
      yield Array.from({ length }, (_, index) => generator[name](first + index)).flat();
    }
  }
}

/** The documents of a portal by their numbers. A later version of a document has other texts. */
export class PortalDocuments {
  readonly #size: PortalSize;

  constructor(size: PortalSize) {
    this.#size = size;
  }

  category(number: number, version = 0): Published {
    const from = random('category', number, version);
    return published('news-categories', number, {
      selected: from.chance(0.2),
      title: words(from, 1, 3),
      slug: `cat-${number}`,
    });
  }

  group(number: number, version = 0): Published {
    const from = random('group', number, version);
    return published('service-groups', number, {
      selected: false,
      order: number,
      title: words(from, 1, 4),
      slug: `group-${number}`,
      url: from.chance(0.5) ? `https://www.portal.example/g/${number}` : null,
      description: from.pick([null, '', words(from, 4, 12)]),
      confirmed_translation: from.chance(0.5),
    });
  }

  /** With the image that it shows. */
  section(number: number, version = 0): Published[] {
    const from = random('section', number, version);
    const image = published('media', number, { url: `https://cdn.portal.example/${number}.png` });
    const links = Array.from({ length: from.whole(0, 5) }, (_, index) => ({
      text: words(from, 2, 5),
      link: `https://www.portal.example/s/${number}/${index}`,
      rank: number * 5 + index,
    }));
    const section = published('featured-sections', number, {
      selected: false,
      section_two_links: links,
      active: from.chance(0.9),
      section_one_title: words(from, 2, 6),
      section_one_text: html(from, 1_000),
      section_two_title: words(from, 2, 6),
      section_three_text: html(from, 1_000),
      featured_image: image.id,
      featured_image_kept: null,
    });
    return [image, section];
  }

  /** @param bytes of its HTML, about; 1,000 to 3,000 if it is not given */
  post(number: number, version = 0, bytes?: number): Published {
    const from = random('post', number, version);
    const created = NEWEST - number * 157_000;
    const related = from.chance(0.2) ? [(number + from.whole(1, 20)) % this.#size.posts] : [];
    return published('news-posts', number, {
      selected: false,
      category: idOf('news-categories', from.whole(0, this.#size.categories - 1)),
      related: related.map((other) => idOf('news-posts', other)),
      files: null,
      confirmed_translation: from.chance(0.5),
      title: words(from, 3, 10),
      excerpt: words(from, 8, 20),
      slug: `post-${number}`,
      active: true,
      featured_post: from.chance(0.02),
      post_image: null,
      post_image_kept: null,
      post_thumbnail: null,
      post_thumbnail_kept: null,
      created_timestamp: timestamp(created, from),
      modified_timestamp: timestamp(created + 3_600_000, from),
      content: html(from, bytes ?? from.whole(1_000, 3_000)),
      author: from.whole(1, 30),
    });
  }

  link(number: number, version = 0): Published {
    const from = random('link', number, version);
    return published('service-useful-links', number, {
      selected: false,
      slug: `link-${from.whole(0, this.#size.links)}`,
      url: from.chance(0.97) ? `https://www.portal.example/u/${number}` : null,
      description: from.chance(0.3) ? `<p>${words(from, 4, 14)}</p>` : from.pick([null, '']),
      confirmed_translation: from.chance(0.7),
      title: words(from, 2, 8),
      service: from.chance(0.6) ? from.whole(1, 3_000) : null,
    });
  }
}

function idOf(kind: Kind, number: number): string {
  return `${kind}-${number}`;
}

/** A document whose strings are flat, as parsed ones are. */
function published(kind: Kind, number: number, values: Record<string, unknown>): Published {
  const id = idOf(kind, number);
  const document = { id, api_id: number + 1, position: number, ...values };
  return JSON.parse(JSON.stringify({ kind, id, document }));
}

/** With microseconds, as the legacy system has it. */
function timestamp(milliseconds: number, from: Random): string {
  return new Date(milliseconds).toISOString().replace('Z', `${from.whole(100, 999)}Z`);
}
