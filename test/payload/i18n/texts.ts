/** Translations nested by namespace. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Every text by its key as Payload's `t` takes it: `general:save`, `lexical:blocks:inlineBlocks:edit`. */
export function texts(nested: Texts, prefix = ''): Map<string, string> {
  const flat = Object.entries(nested).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...texts(value, `${prefix}${key}:`)],
  );
  return new Map(flat);
}
