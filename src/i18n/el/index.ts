import { authentication } from './authentication.ts';
import { error, validation } from './errors.ts';
import { fields, folder, operators, upload } from './fields.ts';
import { general } from './general.ts';
import { dashboard, lexical, localization, version } from './versions.ts';

/** Payload's own texts in Greek, which Payload does not ship; what it adds later is shown in English until it is here. */
export const greek = {
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
};

export { lexical as greekLexical };
