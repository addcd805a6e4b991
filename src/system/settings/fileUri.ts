/** The `file:` URI of a path. It escapes `%`, `?` and `#`, which libsql would parse as parts of the URI. */
export function fileUri(file: string): string {
  return `file:${file.replace(/[%?#]/g, encodeURIComponent)}`;
}

/** The path of a `file:` URI, without query and fragment. */
export function filePath(uri: string): string {
  const path = uri.slice('file:'.length).replace(/[?#].*$/s, '');
  return decodeURIComponent(path.replace(/^\/\/(localhost)?(?=\/)/i, ''));
}
