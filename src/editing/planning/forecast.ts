import {
  type BasePayload,
  type CollectionSlug,
  Forbidden,
  getLocalI18n,
  type Payload,
  type PayloadRequest,
  ValidationError,
} from 'payload';
import { isClosed } from '../../../collections/policies/may.ts';
import { portalOf } from '../../../collections/portal/portal.ts';
import { firstOfFields } from '../../../collections/save/fieldErrors.ts';
import { NO_DOCUMENT } from '../../../collections/save/messages.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { Refusal } from '../../payload/rest.ts';
import { documentIdOf } from '../documentId.ts';
import { type Change, dryRun } from '../dryRun.ts';
import { requireSeen } from '../review/secondEyes.ts';
import { keepReason, type PlannedOf, plannedFor } from './plans.ts';
import type { PlannedAction } from './words.ts';

const NO_USER = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν υπάρχει πια. Προγραμματίστε το ξανά.',
  'The user who scheduled it no longer exists. Schedule it again.',
);
const NO_ACCOUNT = bilingual(
  'Ο λογαριασμός του χρήστη που το προγραμμάτισε έχει κλείσει. Προγραμματίστε το ξανά.',
  'The account of the user who scheduled it is closed. Schedule it again.',
);
export const NO_RIGHT = bilingual(
  'Ο χρήστης που το προγραμμάτισε δεν έχει πια δικαίωμα δημοσίευσης. Προγραμματίστε το ξανά.',
  'The user who scheduled it may no longer publish. Schedule it again.',
);

type Reader = Pick<PayloadRequest, 'i18n' | 'payload'>;

interface PreparedChange {
  change: Change;
  /** The user whose rights apply. */
  planner: PayloadRequest['user'];
}

/**
 * Prepares a planned change.
 * @returns undefined if the document already has the planned status
 * @throws Refusal if the document or the planner no longer exists, or somebody else has to approve it first
 */
export async function prepare(
  { i18n, payload }: Reader,
  { change, collection, document, planner: { collection: users, id: user }, seen }: PlannedAction,
): Promise<PreparedChange | undefined> {
  const id = documentIdOf(payload, collection, document);
  const found = { depth: 0, disableErrors: true } as const;
  const planner = await payload.findByID({ ...found, collection: users as CollectionSlug, id: user });
  if (!planner) throw new Refusal({ i18n }, NO_USER, 403);
  if (users === portalOf(payload.config).users && isClosed(planner))
    throw new Refusal({ i18n }, NO_ACCOUNT, 403);
  const latest = await payload.findByID({
    ...found,
    collection: collection as CollectionSlug,
    id,
    draft: change === 'publish',
  });
  if (!latest) throw new Refusal({ i18n }, NO_DOCUMENT, 404);
  const { _status } = latest as { _status?: string };
  if (_status === (change === 'publish' ? 'published' : 'draft')) return undefined;
  const as = { ...planner, collection: users } as never as PayloadRequest['user'];
  const config = payload.collections[collection as CollectionSlug]?.config;
  if (change === 'publish' && config)
    await requireSeen({ i18n, payload, user: as } as PayloadRequest, config, latest as never, seen);
  return { change: { collection, id, change }, planner: as };
}

/** The error, if another attempt would fail in the same way (4xx); undefined for temporary failures. */
export function refusalOf(error: unknown): Error | undefined {
  const { status = 500 } = error as { status?: number };
  return error instanceof Error && status >= 400 && status < 500 ? error : undefined;
}

/** Why a planned change would be refused now; undefined if it would not. */
export async function forecast(payload: BasePayload, action: PlannedAction): Promise<Bilingual | undefined> {
  const el = await refusalIn('el', payload as Payload, action);
  if (el === undefined) return undefined;
  return { el, en: (await refusalIn('en', payload as Payload, action)) ?? el };
}

async function refusalIn(
  wanted: 'el' | 'en',
  payload: Payload,
  action: PlannedAction,
): Promise<string | undefined> {
  const { fallbackLanguage, supportedLanguages } = payload.config.i18n;
  const language = wanted in supportedLanguages ? wanted : fallbackLanguage;
  const i18n: PayloadRequest['i18n'] = await getLocalI18n({
    config: payload.config,
    language: language as 'en',
  });
  try {
    const prepared = await prepare({ i18n, payload }, action);
    if (prepared) await dryRun({ i18n, payload, user: prepared.planner }, prepared.change);
    return undefined;
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal && refusalText(refusal, language);
  }
}

/** Stores of waiting changes whether they would be refused. */
export async function keepForecasts(payload: BasePayload, of?: PlannedOf): Promise<void> {
  for (const action of await plannedFor(payload, of)) {
    if (action.state !== 'waiting') continue;
    const reason = await forecast(payload, action);
    if (reason?.el !== action.reason?.el) await keepReason(payload, action, reason);
  }
}

/** The text of an error; for a validation error, the messages of all fields. */
export function refusalText(error: Error, language: string): string {
  if (error instanceof Forbidden) return translate(NO_RIGHT, language);
  if (!(error instanceof ValidationError)) return error.message;
  const first = firstOfFields(error.data.errors, language);
  return first.map(({ label, message, path }) => `${label || path}: ${message}`).join(' ');
}
