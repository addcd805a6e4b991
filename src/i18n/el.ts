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
 * Payload's Greek translations: all keys of `@payloadcms/translations/languages/en`. Payload has no Greek itself.
 *
 * `dateFNSKey` is English because Payload loads date formats from a fixed list without `el`; with another key, the admin shows
 * "loading" for every date. `AdminTexts` sets the Greek formats.
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
