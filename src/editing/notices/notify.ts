import type { BasePayload, CollectionSlug, PayloadRequest, Where } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { NOT_CLOSED, PUBLISHERS } from '../../../collections/policies/may.ts';
import { mailSubject, portalOf } from '../../../collections/portal/portal.ts';
import { whenCommitted } from '../../payload/database/transactions.ts';
import { sendsEmail } from '../../payload/email.ts';
import { type Bilingual, bilingual, translate } from '../../payload/i18n/bilingual.ts';
import { describeError } from '../../system/logging/describeError.ts';

/** What an e-mail tells: its subject, which the title follows, and its first sentence, where % is who did it. */
const NOTICES = {
  reviewRequested: {
    subject: bilingual('Εκκρεμεί έγκριση', 'Waits for approval'),
    text: bilingual('Υποβλήθηκε για έγκριση από: %', 'Submitted for approval by: %'),
  },
  approved: {
    subject: bilingual('Εγκρίθηκε', 'Approved'),
    text: bilingual('Εγκρίθηκε από: %', 'Approved by: %'),
  },
  published: {
    subject: bilingual('Δημοσιεύτηκε', 'Published'),
    text: bilingual(
      'Δημοσιεύτηκε ό,τι υποβάλατε για έγκριση.',
      'What you submitted for approval is published.',
    ),
  },
  sentBack: {
    subject: bilingual('Επιστράφηκε', 'Sent back'),
    text: bilingual('Επιστράφηκε (%).', 'Sent back (%).'),
  },
  planFailed: {
    subject: bilingual('Δεν έγινε όπως προγραμματίστηκε', 'Not done as planned'),
    text: bilingual(
      'Ό,τι προγραμματίσατε δεν έγινε, και δεν θα επαναληφθεί από μόνο του.',
      'What you planned was not done, and will not be tried again by itself.',
    ),
  },
  secondFactorRemoved: {
    subject: bilingual('Αφαιρέθηκε ο δεύτερος παράγοντας', 'The second factor was removed'),
    text: bilingual(
      'Ένας διαχειριστής της πύλης αφαίρεσε τον δεύτερο παράγοντα του λογαριασμού σας. Αν δεν το ζητήσατε, ενημερώστε αμέσως έναν διαχειριστή.',
      'An administrator of the portal has removed the second factor of your account. If you did not ask for that, tell an administrator at once.',
    ),
  },
} satisfies Record<string, { subject: Bilingual; text: Bilingual }>;

/** What is told also to who has turned notices off. */
const ALWAYS = 'secondFactorRemoved';

const NO_MORE = bilingual(
  'Τα μηνύματα αυτά τα σταματάτε από τη σελίδα του λογαριασμού σας.',
  'You can turn these messages off on your account page.',
);

export interface Notice {
  kind: keyof typeof NOTICES;
  collection: string;
  document: number | string;
  title: string;
  /** Who did it. */
  by?: string | null;
  /** What they wrote about it. */
  note?: string | null;
  /** The ids of users, or all who may publish. */
  to: readonly (number | string)[] | 'publishers';
  /** The id of a user who knows already. */
  except?: number | string | undefined;
}

interface Recipient {
  id: number | string;
  email: string;
  language?: string | null;
}

/**
 * Tells users of the plugin's own by e-mail, each in their language, if e-mail is sent and they have not turned notices off. It is sent
 * after the commit of the request, which does not wait for it: a failure is an error in the log.
 */
export async function notify(req: PayloadRequest, notice: Notice): Promise<void> {
  const { payload } = req;
  if (!sendsEmail(payload) || portalOf(payload.config).users === undefined) return;
  await whenCommitted(req, () => {
    sendAll(payload, notice).catch((error: unknown) =>
      payload.logger.error(`Not all were told by e-mail of "${notice.title}": ${describeError(error)}`),
    );
  });
}

/** @throws Error the first failure, while the others are sent */
async function sendAll(payload: BasePayload, notice: Notice): Promise<void> {
  const { config } = payload;
  const isOfAccount = notice.kind === ALWAYS;
  const document = `/collections/${notice.collection}/${notice.document}` as const;
  const path = isOfAccount ? config.admin.routes.account : document;
  const address = `${portalOf(config).serverUrl}${formatAdminURL({ adminRoute: config.routes.admin, path })}`;
  const { subject, text } = NOTICES[notice.kind];
  const { by, note, title } = notice;
  const send = async ({ email, language }: Recipient) => {
    const say = (words: Bilingual) => translate(words, language ?? 'el');
    const parts = [
      title,
      say(text).replace('%', () => by ?? ''),
      note,
      address,
      !isOfAccount && say(NO_MORE),
    ];
    await payload.sendEmail({
      to: email,
      subject: `${mailSubject(payload, language, subject)}: ${title}`,
      text: `${parts.filter(Boolean).join('\n\n')}\n`,
    });
  };
  await Promise.all((await recipients(payload, notice)).map(send));
}

async function recipients(payload: BasePayload, { except, kind, to }: Notice): Promise<Recipient[]> {
  const whom: Where = to === 'publishers' ? PUBLISHERS : { id: { in: [...to] } };
  const { docs } = await payload.find({
    collection: portalOf(payload.config).users as CollectionSlug,
    depth: 0,
    overrideAccess: true,
    pagination: false,
    select: { email: true, language: true } as never,
    where: { and: [whom, NOT_CLOSED, kind === ALWAYS ? {} : { notices: { not_equals: false } }] },
  });
  const all = docs as unknown as Recipient[];
  return all.filter(({ id }) => except === undefined || String(id) !== String(except));
}
