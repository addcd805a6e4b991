import { bilingual } from '../../../payload/i18n/bilingual.ts';
import { type Problem, quoted } from './finding.ts';
import type { Part } from './parts.ts';

/** Headings that are more than one level below the heading before them. A text may begin at any level. */
export function* skippedHeadings(parts: readonly Part[]): Iterable<Problem> {
  let before: number | undefined;
  for (const { name, text } of parts) {
    if (!/^h[1-6]$/.test(name) || text === '') continue;
    const level = Number(name[1]);
    if (before !== undefined && level > before + 1) yield skipped(quoted(text), level, before);
    before = level;
  }
}

function skipped(words: string, level: number, before: number): Problem {
  const wanted = before + 1;
  return {
    words,
    message: bilingual(
      `Η επικεφαλίδα «${words}» είναι επιπέδου ${level}, ενώ η προηγούμενη είναι επιπέδου ${before}. Κάντε την επιπέδου ${wanted}, για να μη χάνεται η δομή όποιος ακούει το κείμενο.`,
      `The heading "${words}" is level ${level}, but the one before it is level ${before}. Make it level ${wanted}, so that people who listen to the page can follow its structure.`,
    ),
  };
}
