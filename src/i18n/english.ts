import type { Config } from 'payload';

/** Payload's warning does not mention that a restore may publish. */
const aboutToRestore =
  'You are about to restore this {{label}} to the state that it was in on {{versionDate}}. If that version was published, it is PUBLISHED again at once, unless you chose "Restore as draft". A draft comes back as a draft. Are you sure?';

/** Adds the English warning that a restore may publish. A host's own text takes precedence. */
export function restoreWarning(config: Config): Config {
  const translations = config.i18n?.translations as Record<string, { version?: object }> | undefined;
  const en = { ...translations?.en, version: { aboutToRestore, ...translations?.en?.version } };
  return { ...config, i18n: { ...config.i18n, translations: { ...translations, en } as object } };
}
