/** A command of this package with its arguments, to be copied into a shell as it is. */
export function commandLine(...words: string[]): string {
  return ['npx portal-content', ...words.map(quoted)].join(' ');
}

/** As POSIX shells read it: nothing within single quotes has a meaning. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
