/** The name of a list's group in the settings: `news-posts` is `news_posts`. */
export function settingsGroup(list: string): string {
  return list.replaceAll('-', '_');
}

/** The pattern of the public addresses of a list's elements; undefined for none. */
export function addressPatternOf(settings: Record<string, unknown>, list: string): string | undefined {
  const { address } = (settings[settingsGroup(list)] ?? {}) as { address?: string | null };
  return address?.trim() || undefined;
}
