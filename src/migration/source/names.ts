/** What names a response of a capture. */
export interface ResponseName {
  /** The name of the list's files. */
  list: string;
  /** The value of `ordering` it was asked with; undefined for the default list. */
  ordering: string | undefined;
}

/** The name of the file that holds a response. What a file's name cannot hold is percent-encoded. */
export function captureFile(list: string | undefined, ordering?: string): string {
  if (ordering === undefined) return `${list}.json`;
  const value = /^[\w,. -]*$/.test(ordering) ? ordering : encodeURIComponent(ordering);
  return `${list}.ordering=${value}.json`;
}

/** The list and ordering a file name stands for; undefined when it is no name of a capture. */
export function captureName(file: string): ResponseName | undefined {
  const match = /^([a-z0-9-]+)(?:\.ordering=(.*))?\.json$/is.exec(decoded(file));
  if (!match?.[1]) return undefined;
  return { list: match[1], ordering: match[2] };
}

/** Whether a file seems to be meant for a list: `news_posts.json`, `News-Posts.json`, `news-posts.ordring=id.json`. */
export function isNearly(file: string, list: string): boolean {
  const [stem = ''] = decoded(file).split(/[.?]/);
  const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters(stem) === letters(list);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
