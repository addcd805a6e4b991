import { readFileSync } from 'node:fs';

/** Every HTML text of the captured portal. */
export const capturedTexts: readonly string[] = [
  ...new Set(
    ['news-posts', 'featured-sections', 'service-useful-links', 'service-groups'].flatMap((name) => {
      const file = new URL(`../fixtures/legacy-capture/${name}.json`, import.meta.url);
      const elements = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[];
      return elements.flatMap((element) =>
        Object.values(element).filter((value) => typeof value === 'string'),
      );
    }),
  ),
];
