import { createLocalReq, type Payload, type Where } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { category, type Doc, local, richText, served, unusedSlug } from '../../support/content.ts';
import { oneDatabase } from '../../support/oneDatabase.ts';
import { startPayload } from '../../support/payload.ts';
import { type Answer, type Rest, signedIn } from '../../support/rest.ts';
import { firstPage } from '../../support/waiting.ts';

const C = 'news-categories';
const PASSWORD = 'a long password';

let payload: Payload;
const ids: Record<string, number | string> = {};
/** An author, two editors, and an admin. */
let author: Rest;
let eleni: Rest;
let kostas: Rest;
let admin: Rest;

async function as(name: string, role: string): Promise<Rest> {
  const own = { email: `${name}@portal.example`, password: PASSWORD };
  const { id } = await local(payload).create('users', { ...own, name, roles: [role], author_id: 7 });
  ids[name] = id;
  return signedIn(payload, own);
}

beforeAll(async () => {
  payload = await startPayload();
  author = await as('author', 'author');
  eleni = await as('eleni', 'editor');
  kostas = await as('kostas', 'editor');
  admin = await as('anna', 'admin');
});

const setting = (secondEyes: boolean) =>
  payload.updateGlobal({ slug: 'portal-settings' as never, data: { secondEyes } as never });

beforeEach(() => setting(true));

async function draftOf(by: Rest, title: string): Promise<number | string> {
  const { value } = await by('POST', `${C}?draft=true`, { title, slug: unusedSlug() });
  return (value.doc as { id: number | string }).id;
}

const review = (by: Rest, id: number | string, name: string, data: object = {}) =>
  by('POST', `portal-review/${C}/${id}/${name}`, data);
const stateOf = async (by: Rest, id: number | string) => (await by('GET', `portal-review/${C}/${id}`)).value;
const publish = (by: Rest, id: number | string, data: object = {}, headers: Record<string, string> = {}) =>
  by('PATCH', `${C}/${id}`, { ...data, _status: 'published' }, headers);
const message = ({ value }: Answer) => (value.errors as { message: string }[] | undefined)?.[0]?.message;
const titles = async () => (await served(payload, C)).map(({ title }) => title);
const NEEDS = /^It needs a second pair of eyes, /;

async function pageOf(name: string, limit?: number) {
  const user = await payload.findByID({ collection: 'users' as never, id: ids[name] as never });
  const page = await firstPage(payload, { ...(user as object), collection: 'users' }, limit);
  if (!page) throw new Error(`${name} has no first page.`);
  return page;
}

const OF_REVIEWS = ['submitted', 'sentBack', 'approved', 'ownSubmitted', 'lookAgain'] as const;

/** The titles of what waits for somebody in reviews, by kind. */
async function waitingFor(name: string) {
  const { kinds } = await pageOf(name);
  return Object.fromEntries(
    OF_REVIEWS.flatMap((kind) => {
      const found = kinds[kind];
      return found ? [[kind, found.map(({ title }) => title)]] : [];
    }),
  );
}

it('a draft is submitted, sent back, submitted again, approved and published, and each knows what waits for them', async () => {
  const id = await draftOf(author, 'Νερό');
  expect((await review(author, id, 'submit', { note: 'Για αύριο' })).status).toBe(200);
  expect(await waitingFor('eleni')).toEqual({ submitted: ['Νερό'] });
  expect(await waitingFor('author')).toEqual({ ownSubmitted: ['Νερό'] });
  expect(await stateOf(eleni, id)).toMatchObject({
    state: 'requested',
    review: { requestedBy: 'author', note: 'Για αύριο', assigneeName: null },
    moves: ['approve', 'sendBack'],
  });
  expect((await review(eleni, id, 'send-back', { reason: ' ' })).status).toBe(400);
  await review(eleni, id, 'send-back', { reason: 'Λείπει το ποσό' });
  expect(await waitingFor('author')).toEqual({ sentBack: ['Νερό'] });
  expect(await waitingFor('eleni')).toEqual({});
  expect(await stateOf(author, id)).toMatchObject({
    state: 'sentBack',
    review: { decidedBy: 'eleni', reason: 'Λείπει το ποσό' },
  });

  await author('PATCH', `${C}/${id}?draft=true`, { title: 'Νερό: 20 €' });
  await review(author, id, 'submit', { assignee: String(ids.kostas) });
  expect([await waitingFor('eleni'), await waitingFor('kostas')]).toEqual([
    {},
    { submitted: ['Νερό: 20 €'] },
  ]);
  await review(kostas, id, 'approve');
  expect(await waitingFor('author')).toEqual({ approved: ['Νερό: 20 €'] });
  const before = await titles();
  expect((await publish(eleni, id)).status).toBe(200);
  expect(await titles()).toEqual([...before, 'Νερό: 20 €']);
  expect(await waitingFor('author')).toEqual({});
  expect(await stateOf(eleni, id)).toMatchObject({ state: 'none', isDraft: false, isPublished: true });
});

oneDatabase.it(
  'what is submitted is taken back by who submitted it, as long as nobody has decided',
  async () => {
    const id = await draftOf(author, 'Πίσω');
    expect((await review(author, id, 'cancel')).status).toBe(409);
    await review(author, id, 'submit', { note: 'Βιαστικά' });
    expect((await review(eleni, id, 'cancel')).status).toBe(403);
    expect((await stateOf(author, id)).moves).toEqual(['submit', 'cancel']);
    expect((await review(author, id, 'cancel')).value).toMatchObject({ state: 'none', moves: ['submit'] });
    expect((await waitingFor('eleni')).submitted ?? []).not.toContain('Πίσω');
    const log = await admin('GET', `portal-audit-log?where[document][equals]=${id}&sort=-at&limit=1`);
    expect(log.value.docs).toMatchObject([{ action: 'reviewCancelled', who: 'author' }]);

    await review(author, id, 'submit');
    await review(eleni, id, 'approve');
    expect([
      (await review(author, id, 'cancel')).status,
      (await review(author, id, 'submit')).status,
    ]).toEqual([409, 409]);
    expect((await stateOf(author, id)).state).toBe('approved');
    await publish(eleni, id);
  },
);

oneDatabase.it(
  'what waits for somebody who no longer publishes, or is gone, waits for all who do',
  async () => {
    await as('maria', 'editor');
    const id = await draftOf(author, 'Για τη Μαρία');
    await review(author, id, 'submit', { assignee: String(ids.maria) });
    expect((await waitingFor('eleni')).submitted ?? []).not.toContain('Για τη Μαρία');
    await admin('PATCH', `users/${ids.maria}`, { roles: ['author'] });
    expect((await waitingFor('eleni')).submitted).toContain('Για τη Μαρία');
    await admin('DELETE', `users/${ids.maria}`);
    expect((await waitingFor('anna')).submitted).toContain('Για τη Μαρία');
    await publish(eleni, id);
  },
);

oneDatabase.it('what an editor submits waits for others, and is among what they have submitted', async () => {
  const id = await draftOf(eleni, 'Της Ελένης');
  await review(eleni, id, 'submit');
  expect(await waitingFor('eleni')).toEqual({ ownSubmitted: ['Της Ελένης'] });
  expect(await waitingFor('kostas')).toEqual({ submitted: ['Της Ελένης'] });
  await publish(kostas, id);
});

oneDatabase.it(
  'nobody is asked to decide what they submit themselves: nobody else would see it',
  async () => {
    const id = await draftOf(eleni, 'Σε μένα');
    const names = async (by: Rest) =>
      ((await stateOf(by, id)).people as { name: string }[]).map(({ name }) => name);
    expect([await names(eleni), await names(author)]).toEqual([
      expect.not.arrayContaining(['eleni']),
      expect.arrayContaining(['anna', 'eleni', 'kostas']),
    ]);
    expect((await review(eleni, id, 'submit', { assignee: String(ids.eleni) })).status).toBe(400);
    expect((await review(author, id, 'submit', { assignee: String(ids.eleni) })).status).toBe(200);
    await publish(kostas, id);
  },
);

oneDatabase.it('what is submitted goes with its draft: another one after it is not submitted', async () => {
  const { id } = await category(payload, { title: 'Όπως ήταν' });
  const revert = (by: Rest) => by('POST', `portal-publication/${C}/${id}/revert`);
  for (const by of [eleni, author]) {
    await author('PATCH', `${C}/${id}?draft=true`, { title: 'Υποβάλλεται' });
    expect((await review(author, id, 'submit', { note: 'Για αύριο' })).status).toBe(200);
    expect((await revert(by)).status).toBe(200);
    expect(await stateOf(author, id)).toMatchObject({ state: 'none', moves: ['confirm'] });
    await kostas('PATCH', `${C}/${id}?draft=true`, { title: 'Άλλου' });
    expect(await stateOf(author, id)).toMatchObject({ state: 'none', moves: ['submit', 'confirm'] });
    expect((await waitingFor('anna')).submitted ?? []).not.toContain('Άλλου');
    expect((await revert(kostas)).status).toBe(200);
  }
});

oneDatabase.it(
  'what is planned to be published is not sent back: it would come out all the same',
  async () => {
    const id = await draftOf(author, 'Προγραμματισμένο');
    await review(author, id, 'submit');
    const { value } = await eleni('POST', `${C}/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
    const sendBack = () => review(kostas, id, 'send-back', { reason: 'Όχι' });
    expect((await stateOf(kostas, id)).moves).toEqual(['approve']);
    expect(message(await sendBack())).toBe('It is scheduled to be published. Cancel that first.');
    await eleni('DELETE', `${C}/${id}/planned/${(value.planned as { id: number }).id}`);
    expect((await sendBack()).status).toBe(200);
    await publish(kostas, id);
  },
);

oneDatabase.it('who approves by publishing may say why, and the history keeps it', async () => {
  const id = await draftOf(author, 'Με λόγια');
  await review(author, id, 'submit');
  const said = { 'X-Portal-Reason': encodeURIComponent('Πολύ καλό, μπράβο') };
  const { value } = await publish(eleni, id, {}, said);
  const changed = await publish(kostas, id);
  expect([value.message, changed.value.message]).toEqual(['Published.', 'Updated successfully.']);
  const log = await admin('GET', `portal-audit-log?where[document][equals]=${id}&sort=-at&limit=3`);
  expect(
    (log.value.docs as { action: string; note: unknown }[]).map(({ action, note }) => [action, note]),
  ).toEqual([
    ['published', null],
    ['published', 'Πολύ καλό, μπράβο'],
    ['reviewRequested', null],
  ]);
});

describe('several at the same time', () => {
  type Move = (by: Rest, id: number | string, seen: Record<string, unknown>) => Promise<Answer>;
  const approve: Move = (by, id, { newest, revision }) => review(by, id, 'approve', { newest, revision });
  const sendBack: Move = (by, id, { newest, revision }) =>
    review(by, id, 'send-back', { newest, reason: 'Όχι', revision });
  const publishSeen: Move = (by, id, { newest, revision }) =>
    publish(by, id, { portal_base: { updatedAt: newest, review: revision } });
  const log = async (id: number | string) => {
    const { value } = await admin('GET', `portal-audit-log?where[document][equals]=${id}&sort=at&limit=50`);
    return (value.docs as { action: string }[]).map(({ action }) => action);
  };

  it('one of those who submit has submitted, however often', async () => {
    const id = await draftOf(author, 'Μαζί');
    const answers = await Promise.all([author, eleni, kostas].map((by) => review(by, id, 'submit')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const first = [author, eleni, kostas][answers.findIndex(({ status }) => status === 200)] as Rest;
    await Promise.all([1, 2, 3, 4].map(() => review(first, id, 'submit')));
    expect((await log(id)).filter((action) => action === 'reviewRequested')).toHaveLength(1);
    expect((await review(first, id, 'submit')).status).toBe(200);
    await publish(kostas, id);
  });

  oneDatabase.it(
    'who decides about another state of the review than the one they saw reads what somebody else has decided',
    async () => {
      const id = await draftOf(author, 'Δύο γνώμες');
      await review(author, id, 'submit', { note: 'Για αύριο' });
      const { revision } = await stateOf(kostas, id);
      await review(eleni, id, 'send-back', { reason: 'Λείπει το ποσό', revision });
      const refused = await review(kostas, id, 'approve', { revision });
      expect([refused.status, message(refused)]).toEqual([
        409,
        'Not done. In the meantime it was sent back (eleni). «Λείπει το ποσό». Look at it and decide again.',
      ]);
      const { updatedAt } = (await kostas('GET', `${C}/${id}?draft=true`)).value;
      const published = await publish(kostas, id, { portal_base: { updatedAt, review: revision } });
      expect([published.status, message(published)]).toEqual([409, message(refused)]);
      // One's own decision is known, and so is what was read anew.
      expect((await review(eleni, id, 'approve', { revision })).status).toBe(200);
      const now = (await stateOf(kostas, id)).revision;
      expect((await publish(kostas, id, { portal_base: { updatedAt, review: now } })).status).toBe(200);
    },
  );

  oneDatabase.it(
    'what was published or taken back, or came back, is not decided again by who has not seen that',
    async () => {
      const plan: Move = (by, id, { newest, revision }) =>
        by('POST', `${C}/${id}/planned?change=publish&at=2099-01-01T08:00:00Z`, {
          portal_base: { updatedAt: newest, review: revision },
        });
      const moves = { approve, plan, publishSeen, sendBack };
      const refusals = async (first: (id: number | string) => Promise<Answer>) => {
        const said: Record<string, string> = {};
        for (const [name, move] of Object.entries(moves)) {
          const id = await draftOf(author, `Παλιά σελίδα, ${name}`);
          await review(author, id, 'submit');
          const seen = await stateOf(kostas, id);
          expect((await first(id)).status).toBe(200);
          const refused = await move(kostas, id, seen);
          said[name] = `${refused.status} ${message(refused)}`;
          await publish(eleni, id);
        }
        return said;
      };
      const all = (text: string) => ({ approve: text, plan: text, publishSeen: text, sendBack: text });
      expect(await refusals((id) => publish(eleni, id))).toEqual(
        all('409 Not done. Another user (eleni) has saved it in the meantime.'),
      );
      expect(await refusals((id) => review(author, id, 'cancel'))).toEqual(
        all('409 Not done. In the meantime it was taken back (author). Look at it and decide again.'),
      );
      expect(await refusals((id) => review(eleni, id, 'send-back', { reason: 'Λείπει' }))).toEqual(
        all('409 Not done. In the meantime it was sent back (eleni). «Λείπει». Look at it and decide again.'),
      );
    },
  );

  /** Does something once, after a look into the database. */
  function meanwhile(isIt: (look: string) => boolean, what: () => Promise<Answer>) {
    const { findOne } = payload.db;
    const answers: Promise<Answer>[] = [];
    const spy = vi.spyOn(payload.db, 'findOne').mockImplementation((async (args: {
      collection: string;
      where: Where;
    }) => {
      const found = await findOne.call(payload.db, args);
      const isNow = answers.length === 0 && isIt(`${args.collection} ${JSON.stringify(args.where)}`);
      if (isNow) {
        const own = what();
        answers.push(own);
        await own;
      }
      return found;
    }) as typeof findOne);
    return async () => {
      spy.mockRestore();
      return (await answers[0])?.status;
    };
  }

  oneDatabase.it(
    'what is submitted while a publication is judged is published with it, and no draft after it is submitted',
    async () => {
      const id = await draftOf(author, 'Την ίδια στιγμή');
      // The slug is looked up when the publication is validated.
      const submitted = meanwhile(
        (look) => look.includes('"slug"'),
        () => review(author, id, 'submit'),
      );
      expect((await publish(kostas, id)).status).toBe(200);
      expect(await submitted()).toBe(200);
      await author('PATCH', `${C}/${id}?draft=true`, { title: 'Αργότερα' });
      expect((await stateOf(author, id)).state).toBe('none');
    },
  );

  oneDatabase.it(
    'who reverts a draft reads what somebody else has decided about it, and it stays',
    async () => {
      const { id } = await category(payload, { title: 'Όπως ήταν' });
      await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Υποβάλλεται' });
      await review(eleni, id, 'submit');
      const decided = meanwhile(
        (look) => look.startsWith('portal-reviews '),
        () => review(kostas, id, 'send-back', { reason: 'Όχι' }),
      );
      const reverted = await eleni('POST', `portal-publication/${C}/${id}/revert`);
      expect([await decided(), reverted.status, message(reverted)]).toEqual([
        200,
        409,
        'Not done. In the meantime it was sent back (kostas). «Όχι». Look at it and decide again.',
      ]);
      expect((await eleni('GET', `${C}/${id}?draft=true`)).value.title).toBe('Υποβάλλεται');
      await publish(kostas, id);
    },
  );

  it('a publication that was refused is no part of what the same request saves next', async () => {
    const id = await draftOf(author, '');
    await review(author, id, 'submit');
    const user = await payload.findByID({ collection: 'users' as never, id: ids.kostas as never });
    const req = await createLocalReq(
      { user: { ...(user as object), collection: 'users' } as never },
      payload,
    );
    const one = { collection: C as never, id, req };
    await expect(payload.update({ ...one, data: { _status: 'published' } as never })).rejects.toThrow(
      'Title',
    );
    await review(eleni, id, 'send-back', { reason: 'Όχι' });
    await payload.update({ ...one, data: { title: 'Με τίτλο' } as never, draft: true });
    expect((await stateOf(author, id)).state).toBe('sentBack');
    await publish(eleni, id);
  });

  it('a publication that is refused decides nothing', async () => {
    const id = await draftOf(author, '');
    await review(author, id, 'submit');
    const seen = await stateOf(kostas, id);
    expect((await publish(eleni, id)).status).toBe(400);
    expect((await sendBack(kostas, id, seen)).status).toBe(200);
    await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
  });

  it.each<[string, Move, Move]>([
    ['one approves and one sends back', approve, sendBack],
    ['one sends back and one publishes', sendBack, publishSeen],
    ['one publishes and one sends back', publishSeen, sendBack],
  ])('%s: one of them has decided', async (_, one, other) => {
    for (const pause of [0, 10, 40]) {
      const id = await draftOf(author, `Μαζί, ${pause}`);
      await review(author, id, 'submit');
      const seen = await stateOf(eleni, id);
      const later = new Promise((done) => setTimeout(done, pause)).then(() => other(kostas, id, seen));
      const statuses = (await Promise.all([one(eleni, id, seen), later])).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      await publish(eleni, id);
    }
  });
});

oneDatabase.it('lists say what was submitted, approved and sent back, to all who read them', async () => {
  const id = await draftOf(author, 'Στη λίστα');
  const cells = () =>
    Promise.all(
      [author, kostas].map(async (by) => {
        const { value } = await by('GET', `portal-publication/${C}?ids=${id}`);
        return (value[String(id)] as { text: string }).text;
      }),
    );
  expect(await cells()).toEqual(['Draft', 'Draft']);
  await review(author, id, 'submit');
  expect(await cells()).toEqual(['Draft · submitted', 'Draft · submitted']);
  await review(kostas, id, 'send-back', { reason: 'Λείπει το ποσό' });
  expect(await cells()).toEqual(['Draft · sent back', 'Draft · sent back']);
  await review(kostas, id, 'approve');
  expect(await cells()).toEqual(['Draft · approved', 'Draft · approved']);
  await author('PATCH', `${C}/${id}?draft=true`, { title: 'Στη λίστα, αλλιώς' });
  expect(await cells()).toEqual(['Draft', 'Draft']);
  await review(author, id, 'submit');
  await kostas('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
  expect(await cells()).toEqual(['In the trash', 'In the trash']);
  await kostas('PATCH', `${C}/${id}?trash=true`, { deletedAt: null });
  expect(await cells()).toEqual(['Draft · submitted', 'Draft · submitted']);
  await publish(eleni, id);
  expect(await cells()).toEqual(['Published', 'Published']);
  await author('PATCH', `${C}/${id}?draft=true`, { title: 'Στη λίστα, νεότερο' });
  await review(author, id, 'submit');
  expect(await cells()).toEqual(Array(2).fill('Published, with a newer draft · submitted'));
  await publish(eleni, id);
});

it('an edit after an approval voids it', async () => {
  const id = await draftOf(eleni, 'Α');
  await review(kostas, id, 'approve');
  await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Αβ' });
  expect(await stateOf(kostas, id)).toMatchObject({ state: 'changedSince' });
  expect((await waitingFor('kostas')).approved ?? []).not.toContain('Αβ');
  expect(message(await publish(eleni, id))).toMatch(NEEDS);
  await review(kostas, id, 'approve');
  expect((await publish(eleni, id)).status).toBe(200);
});

describe('what is saved without a change', () => {
  /** As a form sends them: with all that it has read. */
  async function formOf(by: Rest, id: number | string, list = C) {
    const { value } = await by('GET', `${list}/${id}?draft=true&depth=0`);
    const { createdAt, updatedAt, ...fields } = value;
    return fields;
  }

  it('makes nobody the writer, and an approval stays', async () => {
    const id = await draftOf(author, 'Ίδιο');
    await review(eleni, id, 'approve');
    const form = await formOf(kostas, id);
    for (let times = 0; times < 19; times += 1) await kostas('PATCH', `${C}/${id}?draft=true`, form);
    await kostas('PATCH', `${C}/${id}?draft=true&autosave=true`, form);
    expect(await stateOf(author, id)).toMatchObject({ state: 'approved' });
    expect((await stateOf(kostas, id)).moves).toContain('approve');
    await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Ίδιο;' });
    expect(await stateOf(author, id)).toMatchObject({ state: 'changedSince' });
    // A letter that was typed, saved by itself, and deleted.
    await kostas('PATCH', `${C}/${id}?draft=true`, { title: 'Ίδιο' });
    expect(await stateOf(author, id)).toMatchObject({ state: 'approved' });
    expect((await publish(kostas, id)).status).toBe(200);
  });

  it.each([
    [
      'texts that somebody has put differently',
      { content: richText('Κείμενο') },
      { content: richText('Κείμενο') },
    ],
    [
      'a date in another zone',
      { created_timestamp: '2026-11-24T12:30:00.000Z' },
      { created_timestamp: '2026-11-24T14:30:00+02:00' },
    ],
    ['nothing in place of nothing', { excerpt: null }, { excerpt: '' }],
  ])('%s', async (_name, before, after) => {
    const { id: group } = await category(payload, { title: 'Εισαγωγή' });
    const data = { title: 'Νέο', slug: unusedSlug(), excerpt: 'x', category: group, ...before };
    const { value } = await author('POST', 'news-posts?draft=true', data);
    const { id } = value.doc as Doc;
    await kostas('PATCH', `news-posts/${id}?draft=true`, {
      ...(await formOf(kostas, id, 'news-posts')),
      ...after,
    });
    const { moves } = (await kostas('GET', `portal-review/news-posts/${id}`)).value;
    expect(moves).toContain('approve');
    await kostas('PATCH', `news-posts/${id}?draft=true`, { content: richText('Άλλο') });
    expect((await kostas('GET', `portal-review/news-posts/${id}`)).value.moves).not.toContain('approve');
  });
});

oneDatabase.it('who has written something cannot be sent, read or asked for', async () => {
  const forged = { words_writer: `users ${ids.author}`, words_digest: 'x', words_seconded: true };
  const { value } = await eleni('POST', `${C}?draft=true`, { title: 'Δήθεν', slug: unusedSlug(), ...forged });
  const { id, ...doc } = value.doc as Doc;
  expect(Object.keys(doc).filter((name) => name in forged)).toEqual([]);
  await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Δήθεν άλλου', ...forged });
  expect(message(await publish(eleni, id, forged))).toMatch(NEEDS);
  for (const name of Object.keys(forged))
    expect((await eleni('GET', `${C}?where[${name}][equals]=users 1`)).status).toBe(400);
  const { value: copy } = await eleni('POST', `${C}/${id}/duplicate?draft=true`, forged);
  expect(message(await publish(eleni, (copy.doc as Doc).id, { slug: unusedSlug() }))).toMatch(NEEDS);
});

oneDatabase.it(
  'is known by the account: another of that name has not written it, and a new name changes nothing',
  async () => {
    const namesake = await as('eleni2', 'editor');
    await admin('PATCH', `users/${ids.eleni2}`, { name: 'eleni' });
    const id = await draftOf(eleni, 'Της πρώτης Ελένης');
    await admin('PATCH', `users/${ids.eleni}`, { name: 'Ελένη Παππά' });
    expect(message(await publish(eleni, id))).toMatch(NEEDS);
    expect((await review(eleni, id, 'approve')).status).toBe(403);
    expect((await review(namesake, id, 'approve')).status).toBe(200);
    expect((await publish(eleni, id)).status).toBe(200);
    await admin('PATCH', `users/${ids.eleni}`, { name: 'eleni' });
    // What a gone account has written is nobody's who is there.
    const left = await draftOf(namesake, 'Της δεύτερης');
    await admin('DELETE', `users/${ids.eleni2}`);
    expect((await publish(eleni, left)).status).toBe(200);
  },
);

oneDatabase.describe('where a second pair of eyes is asked for', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['at once', () => eleni('POST', C, { title: 'Νέο', slug: unusedSlug(), _status: 'published' })],
    ['of one’s own draft', async () => publish(eleni, await draftOf(eleni, 'Δικό μου'))],
    [
      'of another’s draft with changes',
      async () => publish(eleni, await draftOf(author, 'Άλλου'), { title: 'Με αλλαγή' }),
    ],
    [
      'in bulk',
      async () => {
        const id = await draftOf(eleni, 'Πολλά');
        return eleni('PATCH', `${C}?where[id][in]=${id}`, { _status: 'published' });
      },
    ],
    [
      'planned',
      async () =>
        eleni(
          'POST',
          `${C}/${await draftOf(eleni, 'Αργότερα')}/planned?change=publish&at=2099-01-15T12:30:00Z`,
        ),
    ],
    [
      'that changes what is published',
      async () => {
        const { id } = await category(payload, { title: 'Εισαγωγή' });
        return publish(eleni, id, { title: 'Άλλαξε' });
      },
    ],
    [
      'of an older version',
      async () => {
        const { id } = await category(payload, { title: 'Πρώτη' });
        await local(payload).update(C, id, { title: 'Δεύτερη' });
        const [, older] = await local(payload).versions(C, id);
        return eleni('POST', `${C}/versions/${older?.id}`);
      },
    ],
    [
      'out of the trash',
      async () => {
        const id = await draftOf(eleni, 'Από τον κάδο');
        await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
        return eleni('PATCH', `${C}/${id}?trash=true`, { deletedAt: null, _status: 'published' });
      },
    ],
    [
      'in the trash',
      async () => {
        const id = await draftOf(eleni, 'Μέσα στον κάδο');
        await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
        return eleni('PATCH', `${C}/${id}?trash=true`, { _status: 'published' });
      },
    ],
    [
      'with a change on the way into the trash',
      async () => {
        const { id } = await category(payload, { title: 'Εισαγωγή' });
        const deletedAt = new Date().toISOString();
        return eleni('PATCH', `${C}/${id}`, { deletedAt, title: 'Στον κάδο', _status: 'published' });
      },
    ],
    [
      'of a draft that its own writer has approved',
      async () => {
        const id = await draftOf(eleni, 'Εγκρίνω');
        await review(eleni, id, 'approve');
        return publish(eleni, id);
      },
    ],
    [
      'of a draft that its own writer has approved, while no second pair of eyes was asked for',
      async () => {
        const id = await draftOf(eleni, 'Εγκρίνω και τότε');
        await setting(false);
        expect((await review(eleni, id, 'approve')).value).toMatchObject({ state: 'approved' });
        await setting(true);
        return publish(eleni, id);
      },
    ],
    [
      'what is approved, in other words with the marks of a document',
      async () => {
        const marks = { id: 'x', createdAt: '1', updatedAt: '1' };
        const data = { title: 'Σημάδια', slug: unusedSlug(), excerpt: 'x' };
        const { id: category_ } = await category(payload, { title: 'Εισαγωγή' });
        const made = { ...data, category: category_, content: { ...richText('Καλό'), ...marks } };
        const { value } = await eleni('POST', 'news-posts?draft=true', made);
        const { id } = value.doc as { id: number };
        await kostas('POST', `portal-review/news-posts/${id}/approve`, {});
        const content = { ...richText('Άλλο'), ...marks };
        return eleni('PATCH', `news-posts/${id}`, { content, _status: 'published' });
      },
    ],
    [
      'of what another has withdrawn',
      async () => {
        const id = await draftOf(eleni, 'Το απέσυρε άλλος');
        await publish(eleni, id, {}, { 'Portal-Urgent': 'x' });
        await kostas('PATCH', `${C}/${id}`, { _status: 'draft' });
        return publish(eleni, id);
      },
    ],
    [
      'of what another has brought back from the trash',
      async () => {
        const id = await draftOf(eleni, 'Το επανέφερε άλλος');
        await kostas('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
        await kostas('PATCH', `${C}/${id}?trash=true`, { deletedAt: null });
        return publish(eleni, id);
      },
    ],
    [
      'as urgent, for a reason that nobody can see',
      async () => {
        const reason = encodeURIComponent('\u200b \u3164\u2800\0');
        return publish(eleni, await draftOf(eleni, 'Αόρατα'), {}, { 'Portal-Urgent': reason });
      },
    ],
  ])('nobody publishes alone: %s', async (_name, attempt) => {
    const before = await titles();
    const answer = await attempt();
    expect(message(answer)).toMatch(/second pair of eyes/);
    expect(
      (await titles()).filter(
        (title) => !before.includes(title) && title !== 'Δεύτερη' && title !== 'Εισαγωγή',
      ),
    ).toEqual([]);
  });

  it('what is urgent is published with a reason, which stays on the document until the next publication', async () => {
    const id = await draftOf(eleni, 'Διακοπή');
    const done = await publish(eleni, id, {}, { 'Portal-Urgent': encodeURIComponent('Βλάβη στο δίκτυο') });
    expect(done.status).toBe(200);
    expect((await stateOf(kostas, id)).review).toMatchObject({
      urgentBy: 'eleni',
      urgentReason: 'Βλάβη στο δίκτυο',
    });
    const log = await admin(
      'GET',
      `portal-audit-log?where[document][equals]=${id}&where[action][equals]=urgentlyPublished`,
    );
    expect(log.value.docs).toMatchObject([{ who: 'eleni', note: 'Βλάβη στο δίκτυο' }]);
    // Also out of the trash, and of an older version.
    await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
    const changed = { deletedAt: null, title: 'Διακοπή: έως αύριο', _status: 'published' };
    await eleni('PATCH', `${C}/${id}?trash=true`, changed, { 'Portal-Urgent': 'y' });
    const older = (await local(payload).versions(C, id)).find(
      ({ version }) => version._status === 'published',
    );
    await eleni('POST', `${C}/versions/${older?.id}`, {}, { 'Portal-Urgent': 'z' });
    const others = await admin('GET', `portal-audit-log?where[document][equals]=${id}&sort=at,id`);
    expect(
      (others.value.docs as Doc[]).slice(-5).map(({ action, fields, note }) => [action, fields, note]),
    ).toEqual([
      ['trashed', null, null],
      ['restored', null, null],
      ['urgentlyPublished', 'title', 'y'],
      ['versionRestored', null, null],
      ['urgentlyPublished', null, 'z'],
    ]);
    expect((await stateOf(kostas, id)).review).toMatchObject({ urgentReason: 'z' });
    await author('PATCH', `${C}/${id}?draft=true`, { title: 'Διακοπή: τέλος' });
    expect((await publish(kostas, id)).status).toBe(200);
    expect((await stateOf(kostas, id)).review).toMatchObject({ urgentBy: null, urgentReason: null });
  });

  it('what is urgent stays so through the trash, and a newer draft that is submitted still waits', async () => {
    const id = await draftOf(eleni, 'Έκτακτο');
    await publish(eleni, id, {}, { 'Portal-Urgent': 'x' });
    await author('PATCH', `${C}/${id}?draft=true`, { title: 'Έκτακτο: νεότερο' });
    await review(author, id, 'submit');
    await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
    const back = await eleni('PATCH', `${C}/${id}?trash=true`, { deletedAt: null, _status: 'published' });
    expect(back.status).toBe(200);
    expect(await stateOf(kostas, id)).toMatchObject({
      state: 'requested',
      review: { urgentBy: 'eleni', urgentReason: 'x' },
    });
    await publish(kostas, id);
  });

  it('who has only withdrawn may publish again what somebody else has written, and not approve their own', async () => {
    const id = await draftOf(author, 'Κατά λάθος');
    await publish(kostas, id);
    await eleni('PATCH', `${C}/${id}`, { _status: 'draft' });
    expect((await publish(eleni, id)).status).toBe(200);

    const own = await draftOf(kostas, 'Δικό του');
    await eleni('PATCH', `${C}/${own}`, { deletedAt: new Date().toISOString() });
    await eleni('PATCH', `${C}/${own}?trash=true`, { deletedAt: null });
    expect((await stateOf(kostas, own)).moves).toEqual(['submit', 'publishUrgently']);
    expect((await review(kostas, own, 'approve')).status).toBe(403);
    expect((await review(eleni, own, 'approve')).status).toBe(200);
    expect((await publish(kostas, own)).status).toBe(200);
  });

  it('drafts, withdrawals and the trash go on as before, and a newer draft of what comes back stays a draft', async () => {
    const { id } = await category(payload, { title: 'Στον κάδο και πίσω' });
    const withdrawn = await category(payload, { title: 'Αποσύρεται' });
    const answers = [
      await eleni('PATCH', `${C}/${withdrawn.id}`, { _status: 'draft' }),
      await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Νεότερο πρόχειρο' }),
      await eleni('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() }),
      await eleni('PATCH', `${C}/${id}?trash=true`, { deletedAt: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const listed = await titles();
    expect(listed).toContain('Στον κάδο και πίσω');
    expect(listed).not.toContain('Νεότερο πρόχειρο');
  });

  it('a plan says that it will fail, and fails, in words if the draft was changed since', async () => {
    const id = await draftOf(author, 'Πλάνο');
    const planned = await eleni('POST', `${C}/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
    expect(planned.status).toBe(201);
    const planOf = async () => (await eleni('GET', `${C}/${id}/planned`)).value.docs;
    expect(await planOf()).toMatchObject([{ state: 'waiting' }]);
    await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Πλάνο, αλλαγμένο' });
    expect(await planOf()).toMatchObject([
      { state: 'waiting', reason: { en: expect.stringMatching(NEEDS) } },
    ]);
    const where = { hasError: { not_equals: true } };
    await payload.db.updateMany({
      collection: 'payload-jobs',
      data: { waitUntil: new Date(Date.now() - 1000).toISOString() },
      where,
    });
    await payload.jobs.run({ allQueues: true, silent: true });
    expect(await planOf()).toMatchObject([{ state: 'failed', reason: { en: expect.stringMatching(NEEDS) } }]);
    expect(await titles()).not.toContain('Πλάνο, αλλαγμένο');
  });

  it('a plan is of the words that were planned: what somebody else changes after that has to be approved', async () => {
    const id = await draftOf(kostas, 'Πλάνο άλλου');
    await eleni('POST', `${C}/${id}/planned?change=publish&at=2099-01-15T12:30:00Z`);
    const planOf = async () => (await eleni('GET', `${C}/${id}/planned`)).value.docs as { reason?: string }[];
    expect((await planOf()).map(({ reason }) => reason)).toEqual([undefined]);
    await kostas('PATCH', `${C}/${id}?draft=true`, { title: 'Πλάνο άλλου, αλλαγμένο' });
    expect(await planOf()).toMatchObject([
      { reason: { en: expect.stringMatching(/^It has changed since it was /) } },
    ]);
    await review(eleni, id, 'approve');
    expect((await planOf()).map(({ reason }) => reason)).toEqual([undefined]);
  });
});

oneDatabase.it(
  'without that setting everybody who publishes does, and nothing of a review changes a list',
  async () => {
    await setting(false);
    const id = await draftOf(eleni, 'Ελεύθερα');
    const before = await titles();
    await review(eleni, id, 'submit');
    await review(eleni, id, 'approve');
    expect(await titles()).toEqual(before);
    expect((await publish(eleni, id)).status).toBe(200);
  },
);

/** As if the time had come. */
const due = (id: number | string) =>
  payload.db.updateOne({
    collection: C,
    id,
    data: { look_again_at: new Date(Date.now() - 1000).toISOString(), updatedAt: null },
  });

it('what is published is marked to be looked at again, without a version, and is on the first page when it is time', async () => {
  const { id } = await category(payload, { title: 'Ωράριο' });
  const before = await local(payload).versions(C, id);
  const { updatedAt } = (await author('GET', `${C}/${id}`)).value;
  const at = new Date(Date.now() + 180 * 24 * 3_600_000).toISOString();
  expect((await review(author, id, 'confirm', { at })).value.lookAgainAt).toBe(at);
  expect(await local(payload).versions(C, id)).toEqual(before);
  expect((await author('GET', `${C}/${id}`)).value.updatedAt).toBe(updatedAt);
  expect(await waitingFor('author')).toEqual({});
  await due(id);
  expect(await waitingFor('author')).toEqual({ lookAgain: ['Ωράριο'] });
  // The date is the document's, whatever is saved, and nobody sends it.
  await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Ωράριο: νέο', look_again_at: at });
  await eleni('PATCH', `${C}/${id}?draft=true`, { title: 'Ωράριο' });
  await kostas('PATCH', `${C}/${id}`, { _status: 'published', look_again_at: at }, { 'Portal-Urgent': 'x' });
  expect(await waitingFor('author')).toEqual({ lookAgain: ['Ωράριο'] });
  await eleni('PATCH', `${C}/${id}`, { _status: 'draft' });
  expect(await waitingFor('author')).toEqual({});
  expect((await review(author, id, 'confirm', { at })).status).toBe(409);
  await publish(kostas, id);
  expect((await review(author, id, 'confirm', { at: null })).status).toBe(200);
  expect(await waitingFor('author')).toEqual({});
  for (const none of [undefined, '', 'αύριο', 6, '2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
    expect((await review(author, id, 'confirm', { at: none })).status, String(none)).toBe(400);
});

it('what nobody has looked at for a year is found behind much of what somebody has', async () => {
  const made: { id: number | string; title: string }[] = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let index = 0; index < 25; index += 1) {
    const title = `Παλιό ${index}`;
    vi.setSystemTime(Date.UTC(2020, 0, 1, 0, 0, index));
    made.push({ id: (await category(payload, { title })).id, title });
  }
  vi.useRealTimers();
  const first = async (limit: number) => {
    const { kinds, more } = await pageOf('author', limit);
    return [kinds.lookAgain?.map(({ title }) => title), more.includes('lookAgain')];
  };
  const titles = made.map(({ title }) => title);
  expect(await first(200)).toEqual([titles, false]);
  // None is in a year.
  for (const { id } of made.slice(0, 22)) await review(author, id, 'confirm', { at: null });
  expect(await first(200)).toEqual([titles.slice(22), false]);
  expect(await first(3)).toEqual([titles.slice(22), false]);
  expect(await first(2)).toEqual([titles.slice(22, 24), true]);
});

it('what waits is found behind more than a page of what no longer does', async () => {
  const dead: (number | string)[] = [];
  for (let index = 0; index < 25; index += 1) {
    const id = await draftOf(author, `Νεκρό ${index}`);
    await review(kostas, id, 'approve');
    dead.push(id);
  }
  const where = { document: { in: dead.map(String) } };
  // An edit voids an approval.
  await payload.update({
    collection: C as never,
    data: { selected: true } as never,
    draft: true,
    where: { id: { in: dead } },
  });
  const approved = await draftOf(author, 'Εγκρίθηκε');
  await review(kostas, approved, 'approve');
  expect((await waitingFor('kostas')).approved?.at(-1)).toBe('Εγκρίθηκε');

  await payload.db.updateMany({
    collection: 'portal-reviews',
    data: { state: 'requested', requestedAt: new Date(0).toISOString() },
    where,
  });
  const submitted = ['Υποβλήθηκε 1', 'Υποβλήθηκε 2'];
  for (const title of submitted) await review(author, await draftOf(author, title), 'submit');
  const first = await pageOf('eleni');
  expect([first.kinds.submitted?.length, first.more.includes('submitted')]).toEqual([6, true]);
  const deletedAt = new Date().toISOString();
  const trashed = await eleni('PATCH', `${C}?${dead.map((id) => `where[id][in]=${id}`).join('&')}`, {
    deletedAt,
  });
  expect(trashed.status).toBe(200);
  const { kinds, more } = await pageOf('eleni');
  expect(more).not.toContain('submitted');
  expect(kinds.submitted?.map(({ title }) => title).slice(-2)).toEqual(submitted);
});

oneDatabase.it('what is due is shown whatever has become of its approval', async () => {
  const { id } = await category(payload, { title: 'Ώρες κοινού' });
  await review(author, id, 'confirm', { at: new Date(Date.now() + 1e9).toISOString() });
  await author('PATCH', `${C}/${id}?draft=true`, { title: 'Ώρες κοινού: νέες' });
  await review(kostas, id, 'approve');
  await author('PATCH', `${C}/${id}?draft=true`, { title: 'Ώρες κοινού: νεότερες' });
  await due(id);
  expect((await waitingFor('author')).lookAgain).toContain('Ώρες κοινού');
});

oneDatabase.it(
  'a decision about a state that is no longer the newest is refused, and so is one that an author makes',
  async () => {
    const id = await draftOf(author, 'Δύο μαζί');
    await review(author, id, 'submit');
    const { newest } = await stateOf(eleni, id);
    await author('PATCH', `${C}/${id}?draft=true`, { title: 'Δύο μαζί, άλλο' });
    expect((await review(eleni, id, 'approve', { newest })).status).toBe(409);
    expect((await review(author, id, 'approve')).status).toBe(403);
    expect((await review(author, id, 'send-back', { reason: 'x' })).status).toBe(403);
    expect((await stateOf(eleni, id)).state).toBe('requested');
  },
);

describe('somebody else has meanwhile', () => {
  const PLAN = 'planned?change=publish&at=2099-01-15T12:30:00Z';
  type Attempt = (id: number | string, seen: { newest: unknown; revision: unknown }) => Promise<Answer>;
  const based = ({ newest, revision }: { newest: unknown; revision: unknown }) => ({
    portal_base: { updatedAt: newest, review: revision },
  });
  const attempts: [string, Attempt][] = [
    ['an approval', (id, { newest, revision }) => review(eleni, id, 'approve', { newest, revision })],
    ['what is sent back', (id) => review(eleni, id, 'send-back', { reason: 'x' })],
    ['an approval with publication', (id, seen) => publish(eleni, id, based(seen))],
    ['another submission', (id) => review(author, id, 'submit')],
    ['a save', (id, seen) => author('PATCH', `${C}/${id}?draft=true`, { title: 'Ναι', ...based(seen) })],
    ['a plan', (id, seen) => eleni('POST', `${C}/${id}/${PLAN}`, based(seen))],
    ['a draft link', (id) => author('POST', `${C}/${id}/draft-links`)],
    ['a revert', (id, seen) => eleni('POST', `portal-publication/${C}/${id}/revert`, based(seen))],
  ];
  const submitted = async (title: string) => {
    const id = await draftOf(author, title);
    await review(author, id, 'submit');
    return { id, seen: (await stateOf(eleni, id)) as { newest: unknown; revision: unknown } };
  };

  it('moved it to the trash: whatever one does is answered so', async () => {
    const { id, seen } = await submitted('Στον κάδο');
    await kostas('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
    for (const [name, attempt] of attempts)
      expect(message(await attempt(id, seen)), name).toBe(
        'The document is in the trash. Restore it from there first, or ask an editor to.',
      );
    const query = new URLSearchParams({ updatedAt: String(seen.newest) });
    const { newest } = (await eleni('GET', `portal-publication/${C}/${id}/newest?${query}`)).value;
    expect(newest).toMatchObject({ isTrashed: true, by: 'kostas' });
    await kostas('PATCH', `${C}/${id}?trash=true`, { deletedAt: null });
    expect((await review(eleni, id, 'approve')).status).toBe(200);
  });

  it('deleted it: whatever one does is answered so', async () => {
    const { id, seen } = await submitted('Διαγράφεται');
    await kostas('PATCH', `${C}/${id}`, { deletedAt: new Date().toISOString() });
    expect((await admin('DELETE', `${C}/${id}?trash=true`)).status).toBe(200);
    for (const [name, attempt] of attempts) {
      const answer = await attempt(id, seen);
      expect([answer.status, message(answer)], name).toEqual([
        404,
        'There is no such document. It may have been deleted for good.',
      ]);
    }
  });
});
