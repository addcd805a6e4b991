/** The `file:` address of a file, for any path: libsql takes `%`, `?` and `#` as parts of an address. */
export function fileUri(file: string): string {
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path that a `file:` address means, query and fragment left out. */
export function filePath(uri: string): string {
  const path = uri.slice('file:'.length).replace(/[?#].*$/s, '');
  return decodeURIComponent(path.replace(/^\/\/(localhost)?(?=\/)/i, ''));
}
