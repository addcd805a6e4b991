/** What of a clipboard was left out. */
export type DroppedKind =
  | 'picture'
  | 'embed'
  | 'field'
  | 'comment'
  | 'deletion'
  | 'link'
  | 'words'
  | 'symbol';

export interface Dropped {
  what: DroppedKind;
  count: number;
  /** Of links, which stay as words; and what the HTML lacks, with what is beside it. */
  words?: string[];
}

/** Each kind once. */
export function summed(dropped: readonly Dropped[]): Dropped[] {
  const sums = new Map<DroppedKind, Dropped>();
  for (const { what, count, words = [] } of dropped) {
    const sum = sums.get(what) ?? { what, count: 0 };
    sums.set(what, sum);
    sum.count += count;
    const all = sum.words ?? [];
    for (const each of words) all.push(each);
    if (all.length > 0) sum.words = all;
  }
  return [...sums.values()];
}
