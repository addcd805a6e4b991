import type { Language } from '@payloadcms/translations';
import { authentication } from './el/authentication.ts';
import { dashboard } from './el/dashboard.ts';
import { error } from './el/error.ts';
import { fields } from './el/fields.ts';
import { folder } from './el/folder.ts';
import { general } from './el/general.ts';
import { localization } from './el/localization.ts';
import { operators } from './el/operators.ts';
import { upload } from './el/upload.ts';
import { validation } from './el/validation.ts';
import { version } from './el/version.ts';

/**
 * Payload's admin and messages in Greek: every key of `@payloadcms/translations/languages/en`, which has no Greek of its own.
 *
 * `dateFNSKey` is English because Payload loads date formats from a fixed list without `el`, and with a key outside it the
 * admin shows "loading" in the place of every date. `AdminTexts` puts the Greek formats in.
 */
export const el: Language = {
  dateFNSKey: 'en-US',
  translations: {
    authentication,
    dashboard,
    error,
    fields,
    folder,
    general,
    localization,
    operators,
    upload,
    validation,
    version,
  },
};
