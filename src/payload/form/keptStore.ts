import type { Data } from './typed.ts';

/** What was typed into a form and has not been saved. */
export interface Kept {
  /** Its key in the browser's storage. */
  key: string;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
  title: string;
  data: Data;
  /** `updatedAt` of the document that it was typed into; undefined for a new one. */
  updatedAt?: string | undefined;
}

/** The keys of everything that is kept, of any user. */
const PREFIX = 'portal-typed ';

/** Tells the forms of all tabs apart that are open from those that are gone. */
const CHANNEL = 'portal-typed';

/** How long the other tabs have to say that they are there, in milliseconds. */
const REPLY_TIMEOUT = 300;

interface KeyUser {
  collection: string;
  id: number | string;
}

/**
 * The beginning of the keys of a user, or of a document of theirs, to which a form adds its own.
 * @param document its collection and id, which is empty for a new one
 */
export function keyOf({ collection, id }: KeyUser, ...document: (number | string)[]): string {
  return PREFIX + [collection, id, ...document].map((part) => encodeURIComponent(part)).join(' ');
}

/** @returns false if the browser keeps nothing, or has no space for it */
export function keep({ key, ...kept }: Kept): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where there is no storage, nothing was kept.
  }
}

/** What is kept under keys that begin so, the newest first. */
export function keptUnder(prefix: string): Kept[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${prefix} `));
    const all = keys.map((key) => ({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), key }) as Kept);
    return all.filter(({ at, data }) => at && data).sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Says that a form is open, to those who ask. @returns a function that ends this */
export function sayOpen(key: string): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === '?') channel.postMessage(key);
  };
  return () => channel.close();
}

/** The keys of the forms that are open, in all tabs. */
export async function openKeys(): Promise<Set<string>> {
  const channel = new BroadcastChannel(CHANNEL);
  const keys = new Set<string>();
  channel.onmessage = ({ data }) => keys.add(data);
  channel.postMessage('?');
  await new Promise((resolve) => setTimeout(resolve, REPLY_TIMEOUT));
  channel.close();
  return keys;
}
