import type { Config } from 'payload';

/** Payload's warning does not mention that a restore may publish. */
const aboutToRestore =
  'You are about to restore this {{label}} to the state that it was in on {{versionDate}}. If that version was published, it is PUBLISHED again at once, unless you chose "Restore as draft". A draft comes back as a draft. Are you sure?';

/** What is lost depends on the form: most keep it in the browser. */
const changesNotSaved = 'Your changes have not been saved, and are not saved if you leave now.';

/** Replaces English texts of Payload that are not true here. A host's own texts take precedence. */
export function correctEnglish(config: Config): Config {
  const translations = config.i18n?.translations as
    | Record<string, { general?: object; version?: object }>
    | undefined;
  const en = {
    ...translations?.en,
    general: { changesNotSaved, ...translations?.en?.general },
    version: { aboutToRestore, ...translations?.en?.version },
  };
  return { ...config, i18n: { ...config.i18n, translations: { ...translations, en } as object } };
}
