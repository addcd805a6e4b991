import { generateSync } from 'otplib';
import type { Payload } from 'payload';
import { beforeAll, expect, it, vi } from 'vitest';
import { mailProblem, smtp } from '../../src/server/mail.ts';
import { local, SERVER_URL } from '../support/content.ts';
import { type ReceivedMail, startMailServer } from '../support/mailServer.ts';

import { startPayload } from '../support/payload.ts';
import { rest, signedIn } from '../support/rest.ts';

const PASSWORD = 'a long password';
/** The portal has no name of its own here. */
const HOST = new URL(SERVER_URL).host;
const SHOWN = 'Ωράριο Bcc: all@portal.example';
const FROM = { name: 'Πύλη του Δήμου', address: 'portal@portal.example' };

let mail: Awaited<ReturnType<typeof startMailServer>>;
let payload: Payload;

const makeUser = (email: string, data: object = {}) =>
  local(payload).create('users', { email, password: PASSWORD, roles: ['editor'], ...data });

/** Subject and text of an e-mail, decoded. */
function read({ text, to }: ReceivedMail) {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const headers = head.replace(/\r\n\s+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  const body = rest.join('\r\n\r\n');
  const words = /^Content-Transfer-Encoding: base64$/m.test(headers)
    ? Buffer.from(body, 'base64').toString()
    : Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString();
  return {
    to,
    from: decoded(header('From')),
    subject: decoded(header('Subject')),
    words: words.replaceAll('\r\n', '\n').trim(),
  };
}

/** RFC 2047. */
function decoded(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?(B|Q)\?(.*?)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([\dA-F]{2})/g, (_found, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ).toString(),
    );
}

beforeAll(async () => {
  mail = await startMailServer();
  payload = await startPayload({ config: { email: smtp({ url: mail.url, from: FROM }) } });
});

it('who has forgotten a password gets a link in their language, which sets a new one once', async () => {
  await makeUser('maria@portal.example');
  await makeUser('john@portal.example', { language: 'en' });
  const forgot = (email: string) => rest(payload)('POST', 'users/forgot-password', { email });
  const answers = [await forgot('nobody@portal.example'), await forgot('maria@portal.example')];
  expect(answers.map(({ status, value }) => ({ status, value }))).toEqual(
    Array(2).fill({ status: 200, value: { message: 'Success' } }),
  );
  const greek = read(await mail.next());
  const [, token = ''] = /\/admin\/reset\/(\w+)/.exec(greek.words) ?? [];
  const address = `${SERVER_URL}/admin/reset/${token}`;
  expect(greek).toMatchObject({
    to: ['maria@portal.example'],
    from: 'Πύλη του Δήμου <portal@portal.example>',
    subject: `${HOST} – Νέος κωδικός πρόσβασης`,
    words: expect.stringContaining(`<p><a href="${address}">${address}</a></p>`),
  });
  const reset = (password: string) => rest(payload)('POST', 'users/reset-password', { token, password });
  expect((await reset('another long password')).status).toBe(200);
  expect((await reset('one more long password')).status).toBe(403);
  await forgot('john@portal.example');
  expect(read(await mail.next())).toMatchObject({
    to: ['john@portal.example'],
    subject: `${HOST} – A new password`,
  });
  expect(mail.count()).toBe(2);
});

it('who publishes is told what waits, each alone and in their language; not who has turned it off, nor who did it', async () => {
  await makeUser('eleni@portal.example', { name: 'Ελένη', roles: ['author'] });
  await makeUser('kostas@portal.example', { notices: false });
  const before = mail.count();
  const title = 'Ωράριο\r\nBcc: all@portal.example';
  const author = await signedIn(payload, { email: 'eleni@portal.example', password: PASSWORD });
  const { value } = await author('POST', 'news-categories?draft=true', { title, slug: 'orario' });
  const { id } = value.doc as { id: number };
  const submitted = await author('POST', `portal-review/news-categories/${id}/submit`, {
    note: 'Κοιτάξτε την ημερομηνία.',
  });
  expect(submitted.status).toBe(200);
  const told = [read(await mail.next()), read(await mail.next())].sort((one, other) =>
    one.to < other.to ? -1 : 1,
  );
  const page = `${SERVER_URL}/admin/collections/news-categories/${id}`;
  expect(told).toMatchObject([
    { to: ['john@portal.example'], subject: `${HOST} – Waits for approval: ${SHOWN}` },
    { to: ['maria@portal.example'], subject: `${HOST} – Εκκρεμεί έγκριση: ${SHOWN}` },
  ]);
  for (const { words } of told) {
    expect(words.startsWith('Ωράριο\n')).toBe(true);
    expect(words).toContain(`Ελένη\n\nΚοιτάξτε την ημερομηνία.\n\n${page}\n`);
  }
  expect(mail.count()).toBe(before + 2);

  const editor = await signedIn(payload, {
    email: 'maria@portal.example',
    password: 'another long password',
  });
  const said = { 'X-Portal-Reason': encodeURIComponent('Πολύ καλό') };
  const published = await editor('PATCH', `news-categories/${id}`, { _status: 'published' }, said);
  expect(published.status).toBe(200);
  expect(read(await mail.next())).toMatchObject({
    to: ['eleni@portal.example'],
    subject: `${HOST} – Δημοσιεύτηκε: ${SHOWN}`,
    words: expect.stringMatching(/\n\nΔημοσιεύτηκε ό,τι υποβάλατε για έγκριση\.\n\nΠολύ καλό\n\nhttp/),
  });
  expect(mail.count()).toBe(before + 3);

  // What an older version takes the place of is not published.
  const submitAgain = async (title: string) => {
    await author('PATCH', `news-categories/${id}?draft=true`, { title });
    await author('POST', `portal-review/news-categories/${id}/submit`);
    return [read(await mail.next()).subject, read(await mail.next()).subject].sort();
  };
  await submitAgain('Νέο ωράριο');
  const { value: found } = await editor('GET', `news-categories/versions?where[parent][equals]=${id}`);
  const versions = found.docs as { id: number; version: { _status: string } }[];
  const older = versions.find(({ version }) => version._status === 'published');
  expect((await editor('POST', `news-categories/versions/${older?.id}`)).status).toBe(200);
  expect(await submitAgain('Ωράριο αργιών')).toEqual([
    `${HOST} – Waits for approval: Ωράριο αργιών`,
    `${HOST} – Εκκρεμεί έγκριση: Ωράριο αργιών`,
  ]);
  expect(mail.count()).toBe(before + 7);
});

it('whose second factor an admin removes is told, also without notices; a closed account is told nothing', async () => {
  const kostas = { email: 'kostas@portal.example', password: PASSWORD };
  const own = await signedIn(payload, kostas);
  const { id } = (await own('GET', 'users/me')).value.user as { id: number };
  const { secret } = (await own('GET', `users/${id}/access`)).value.offer as { secret: string };
  const body = { password: PASSWORD, secret, newCode: generateSync({ secret }) };
  expect((await own('POST', `users/${id}/second-factor`, body)).status).toBe(200);
  await makeUser('root@portal.example', { roles: ['admin'] });
  const root = await signedIn(payload, { email: 'root@portal.example', password: PASSWORD });
  const before = mail.count();
  expect((await root('POST', `users/${id}/second-factor/remove`)).status).toBe(200);
  expect(read(await mail.next())).toMatchObject({
    to: [kostas.email],
    subject: `${HOST} – Αφαιρέθηκε ο δεύτερος παράγοντας: kostas@portal.example`,
    words: expect.stringMatching(new RegExp(`\\n\\n${SERVER_URL}/admin/account$`)),
  });
  expect((await root('PATCH', `users/${id}`, { closed: true, notices: true })).status).toBe(200);
  expect((await rest(payload)('POST', 'users/forgot-password', { email: kostas.email })).status).toBe(200);
  const author = await signedIn(payload, { email: 'eleni@portal.example', password: PASSWORD });
  const { value } = await author('POST', 'news-categories?draft=true', { title: 'Ώρες', slug: 'ores' });
  const { id: document } = value.doc as { id: number };
  await author('POST', `portal-review/news-categories/${document}/submit`);
  const told = [await mail.next(), await mail.next(), await mail.next()].flatMap(({ to }) => to);
  expect(told.sort()).toEqual(['john@portal.example', 'maria@portal.example', 'root@portal.example']);
  expect(mail.count()).toBe(before + 4);
});

it('whom an adapter of a host cannot write to is no reason not to write to the others', async () => {
  const author = await signedIn(payload, { email: 'eleni@portal.example', password: PASSWORD });
  const { value } = await author('POST', 'news-categories?draft=true', { title: 'Έργα', slug: 'erga' });
  const { id } = value.doc as { id: number };
  const log = vi.spyOn(payload.logger, 'error').mockReturnValueOnce(undefined);
  vi.spyOn(payload, 'sendEmail').mockRejectedValueOnce(new Error('no such mailbox'));
  const before = mail.count();
  await author('POST', `portal-review/news-categories/${id}/submit`);
  await mail.next();
  await vi.waitFor(() => expect(log).toHaveBeenCalledOnce());
  expect(log.mock.calls[0]).toEqual([
    expect.stringMatching(/^Not all were told by e-mail of "Έργα": .*no such mailbox/),
  ]);
  expect(mail.count()).toBe(before + 1);
  vi.restoreAllMocks();
});

it('what a mail server refuses is named in the log without the password, and the operator can ask for the reason', async () => {
  const url = mail.url.replace('p%40ss', 'a%20wrong%20one');
  const other = await startPayload({ config: { email: smtp({ url, from: FROM }) } });
  const log = vi.spyOn(other.logger, 'error').mockReturnValue(undefined);
  await other.sendEmail({ to: 'maria@portal.example', subject: 'Test', text: 'Test' });
  await vi.waitFor(() => expect(log).toHaveBeenCalled());
  const [line] = log.mock.calls[0] as unknown as [string];
  expect(line).toMatch(/^An e-mail \("Test"\) was not sent: .*Wrong password/);
  expect(await mailProblem({ url, from: FROM })).toMatch(/Wrong password/);
  expect(await mailProblem({ url: mail.url, from: FROM })).toBeUndefined();
});
