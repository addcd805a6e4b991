import type { AuthorNumber } from '../../migration/index.ts';

/** So many are named. */
const MOST = 20;

/** Author numbers as a short table, and how those without an account get one. */
export function authorLines(authors: readonly AuthorNumber[]): string[] {
  if (authors.length === 0) return [];
  const row = (number: string, documents: string, account: string) =>
    `  ${number.padStart(8)}  ${documents.padStart(9)}  ${account}`;
  return [
    `Authors in the capture (${authors.length}):`,
    row('number', 'documents', 'account here'),
    ...authors
      .slice(0, MOST)
      .map(({ number, documents, hasAccount }) =>
        row(`${number}`, documents.toLocaleString('en'), hasAccount ? 'yes' : 'no'),
      ),
    ...(authors.length > MOST ? [`  … and ${authors.length - MOST} more (--json names all)`] : []),
    ...(authors.every(({ hasAccount }) => hasAccount)
      ? []
      : ['npx portal-content create-users --from authors.csv (author_id,email,name,role) makes accounts.']),
    '',
  ];
}
