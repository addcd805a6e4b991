import type { Config } from 'payload';
import { greek } from '../../src/payload/i18n/index.ts';

/** The languages of the server's own config. */
export const greekI18n = greek({ fallback: true })({} as Config).i18n as NonNullable<Config['i18n']>;
