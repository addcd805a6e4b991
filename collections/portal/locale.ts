import {
  type FlattenedField,
  isolateObjectProperty,
  type PayloadRequest,
  type SanitizedConfig,
} from 'payload';
import { isObject } from '../../endpoints/lists/definition/json.ts';
import type { RawDocument } from './portal.ts';
import { portalOf } from './portal.ts';

/** The locale that the lists are in, and where its empty fields are read from. */
export interface ListLocale {
  locale: string;
  fallbacks: string[];
}

type Localized = Pick<SanitizedConfig, 'blocks' | 'custom' | 'localization'>;
type Data = Record<string, unknown>;

/**
 * The locale of the lists: what the plugin's option says, else Greek, else the default locale; undefined where the config
 * localizes nothing.
 *
 * @throws Error for an option that is none of the config's locales
 */
export function listLocale({ custom, localization }: Localized): ListLocale | undefined {
  const wanted = portalOf({ custom }).locale;
  const codes = localization ? localization.localeCodes : [];
  if (wanted !== undefined && !codes.includes(wanted)) {
    const has = codes.length > 0 ? codes.join(', ') : 'none, since its "localization" is off';
    throw new Error(`portalContent: locale "${wanted}" is no locale of this Payload config. It has: ${has}.`);
  }
  if (!localization) return undefined;
  const { defaultLocale, fallback, locales } = localization;
  const locale = wanted ?? (codes.includes('el') ? 'el' : defaultLocale);
  const own = locales.find(({ code }) => code === locale)?.fallbackLocale ?? defaultLocale;
  return { locale, fallbacks: fallback ? [own].flat() : [] };
}

/** A request that reads in the locale of the lists, whichever locale the editor has chosen in the admin. */
export function requestInListLocale(req: PayloadRequest): PayloadRequest {
  const locale = listLocale(req.payload.config)?.locale;
  if (locale === undefined) return req;
  // Payload's operations write the locale into the request that they are given.
  const reading = isolateObjectProperty(req, ['locale', 'fallbackLocale']);
  return Object.assign(reading, { locale });
}

/**
 * Documents as they are in the locale of the lists. The database layer gives a localized field as an object by locale,
 * whatever locale it is asked for.
 */
export function localizer(fields: FlattenedField[], config: Localized): (raw: RawDocument) => RawDocument {
  const locale = listLocale(config);
  if (!locale) return (raw) => raw;
  return (raw) =>
    hoisted(fields, raw, { locale, blocks: config.blocks ?? [], isInside: false }) as RawDocument;
}

interface Reading {
  locale: ListLocale;
  blocks: NonNullable<SanitizedConfig['blocks']>;
  /** Inside a localized field, where nothing is localized once more. */
  isInside: boolean;
}

function hoisted(fields: FlattenedField[], data: Data, reading: Reading): Data {
  const changed: Data = {};
  for (const field of fields) {
    if (!(field.name in data)) continue;
    const isLocalized = 'localized' in field && field.localized === true && !reading.isInside;
    const own = data[field.name];
    const value = isLocalized && isObject(own) ? inLocale(field, own, reading.locale) : own;
    changed[field.name] = inner(field, value, { ...reading, isInside: reading.isInside || isLocalized });
  }
  return { ...data, ...changed };
}

/** As Payload has it: an empty text falls back, and so does a missing value. */
function inLocale(field: FlattenedField, byLocale: Data, { locale, fallbacks }: ListLocale): unknown {
  const isText = field.type === 'text' || field.type === 'textarea';
  const isEmpty = (value: unknown) => (value ?? null) === null || (isText && value === '');
  const found = [locale, ...fallbacks].map((code) => byLocale[code]).find((value) => !isEmpty(value));
  return found ?? byLocale[locale];
}

function inner(field: FlattenedField, value: unknown, reading: Reading): unknown {
  switch (field.type) {
    case 'group':
    case 'tab':
      return isObject(value) ? hoisted(field.flattenedFields, value, reading) : value;
    case 'array':
      return rowsOf(value, (row) => hoisted(field.flattenedFields, row, reading));
    case 'blocks':
      return rowsOf(value, (row) => {
        const there = [...(field.blockReferences ?? []), ...field.blocks, ...reading.blocks];
        const block = there.find((each) => typeof each !== 'string' && each.slug === row.blockType);
        return typeof block === 'object' ? hoisted(block.flattenedFields, row, reading) : row;
      });
    default:
      return value;
  }
}

function rowsOf(value: unknown, change: (row: Data) => Data): unknown {
  return Array.isArray(value) ? value.map((row) => (isObject(row) ? change(row) : row)) : value;
}
