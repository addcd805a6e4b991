import { bilingual } from '../../../i18n/bilingual.ts';
import { quoted, type Said } from './finding.ts';
import type { Part } from './parts.ts';

/** Headings that are more than one level below the heading before them. A text may begin at any level. */
export function skippedHeadings(parts: readonly Part[]): Said[] {
  const headings = parts.filter(({ name, text }) => /^h[1-6]$/.test(name) && text !== '');
  return headings.flatMap(({ name, text }, at): Said[] => {
    const level = Number(name[1]);
    const before = Number(headings[at - 1]?.name[1] ?? level);
    if (level <= before + 1) return [];
    const words = quoted(text);
    const wanted = before + 1;
    return [
      {
        words,
        message: bilingual(
          `Η επικεφαλίδα «${words}» είναι επιπέδου ${level}, ενώ η προηγούμενη είναι επιπέδου ${before}. Κάντε την επιπέδου ${wanted}, για να μη χάνεται η δομή όποιος ακούει το κείμενο.`,
          `The heading "${words}" is level ${level}, but the one before it is level ${before}. Make it level ${wanted}, so that people who listen to the page can follow its structure.`,
        ),
      },
    ];
  });
}
