import { endTag } from '../html/startTag.ts';

/** An element around what is rendered. */
export interface OpenElement {
  /** Neighbours with equal keys (and tags) stand in one element. */
  key: object | number | string;
  tag: string;
}

/** Something rendered, in the elements around it. */
export interface Placed {
  path: readonly OpenElement[];
  /** The editor added it: it stands in whatever its neighbours share. */
  fresh: boolean;
}

/** The leading elements that two paths share. */
export function sharedPath(a: readonly OpenElement[], b: readonly OpenElement[]): readonly OpenElement[] {
  const end = a.findIndex((element, i) => element.key !== b[i]?.key || element.tag !== b[i]?.tag);
  return end < 0 ? a : a.slice(0, end);
}

/** Puts what the editor added between others into the elements that those share. */
export function joinFresh(all: readonly Placed[]): void {
  let from = 0;
  for (let i = 0; i <= all.length; i++) {
    const placed = all[i];
    if (placed?.fresh) continue;
    const shared = sharedPath(all[from - 1]?.path ?? [], placed?.path ?? []);
    for (const fresh of all.slice(from, i)) if (shared.length > fresh.path.length) fresh.path = shared;
    from = i + 1;
  }
}

/** The start tags of the elements. */
export function startTags(path: readonly OpenElement[]): string {
  return path.map(({ tag }) => tag).join('');
}

/** The end tags of the elements, innermost first. */
export function endTags(path: readonly OpenElement[]): string {
  return path
    .map(({ tag }) => endTag(tag))
    .reverse()
    .join('');
}

/** The tags from one place to another. */
export function tagsBetween(from: readonly OpenElement[], to: readonly OpenElement[]): string {
  const { length } = sharedPath(from, to);
  return endTags(from.slice(length)) + startTags(to.slice(length));
}
