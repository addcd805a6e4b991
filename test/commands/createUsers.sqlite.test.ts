import type { Payload } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';
import { importCapture } from '../../src/migration/index.ts';
import { createAdmin, setPassword } from '../../src/server/accounts/accounts.ts';
import { createUsers } from '../../src/server/accounts/createUsers.ts';
import { post, related, saveCapture, whole } from '../migration/captures.ts';
import { startPayload } from '../support/payload.ts';
import { rest } from '../support/rest.ts';

let payload: Payload;
beforeAll(async () => {
  payload = await startPayload();
  const email = 'admin@portal.example';
  await createAdmin(payload, { email, password: 'a long password', authorId: 1 });
});

const create = (text: string | Buffer) => createUsers(payload, Buffer.from(text));
/** The message with which a file is refused. */
const refusal = (text: string | Buffer) =>
  create(text).then(
    () => 'Nothing was refused.',
    ({ message }: Error) => message,
  );

async function users() {
  const { docs } = await payload.find({ collection: 'users', sort: 'email', pagination: false });
  return docs.map((user) => {
    const { email, name, roles, author_id } = user as unknown as Record<string, unknown>;
    return [email, name ?? null, roles, author_id];
  });
}

const ADMIN = ['admin@portal.example', 'admin@portal.example', ['admin'], 1];

describe('accounts from a file', () => {
  it.each<[string, string | Buffer, string[]]>([
    [
      'what is wrong with its lines',
      [
        'author_id,email,name,role',
        '3,nobody,Νίκος,editor',
        '',
        'seven,seven@portal.example,,chief',
        '5,five@portal.example,"Πέντε, ο",author',
        '6,FIVE@portal.example,Έξι,author',
        '5,other@portal.example,Άλλος,author',
        '8,eight@portal.example,author',
        '1,admin@portal.example,,editor',
        '99999999999999999999,nine@portal.example,,author',
      ].join('\n'),
      [
        'Line 2: "nobody" is no e-mail address.',
        'Line 4: author_id has to be a whole number, and is "seven".',
        'Line 4: role has to be one of admin, editor, author, and is "chief".',
        'Line 6: five@portal.example is in line 5 already.',
        'Line 7: author 5 is in line 5 already.',
        'Line 8: there are 3 values for 4 columns.',
        'Line 9: admin@portal.example has an account here already, with other values: author 1, (no name), admin. Take the line away, or change one of the two.',
        'Line 10: author_id has too many digits.',
      ],
    ],
    [
      'that it has no header',
      '3,three@portal.example,Τρία,editor\n',
      [
        'The first line has to name the columns author_id,email,name,role, in any order.',
        ...['author_id', 'email', 'name', 'role'].map((name) => `There is no column ${name}.`),
        ...['3', 'three@portal.example', 'Τρία', 'editor'].map(
          (name) => `There is a column "${name}" too many.`,
        ),
      ],
    ],
    ['that it is empty', 'author_id,email,name,role\n', ['There is no account in the file.']],
    [
      'that it is in another encoding',
      Buffer.from('author_id,email,name,role\n3,three@portal.example,\xd4\xf1\xdf\xe1,editor\n', 'latin1'),
      ['The file is not in UTF-8. Save it as "CSV UTF-8", and start again.'],
    ],
    [
      'that it is no CSV',
      'author_id,email,name,role\n3,three@portal.example,"Τρία,editor\n',
      ['The file is no CSV: Quote Not Closed: the parsing is finished with an opening quote at line 2.'],
    ],
  ])('are refused as a whole, which says %s', async (_, text, lines) => {
    expect(await refusal(text)).toBe(['Nothing has been made.', ...lines].join('\n'));
    expect(await users()).toEqual([ADMIN]);
  });

  it('have the numbers, names and roles of the file, and no password that anybody knows; a second time they are left', async () => {
    const file =
      '\ufeff\r\n Role;EMAIL;Author ID;name;;\r\nEditor ; Maria@Portal.example ;7;"Μαρία; Α.";;\r\n;;;;;\r\nauthor;n@portal.example; 1;\r\n';
    const all = [
      ADMIN,
      ['maria@portal.example', 'Μαρία; Α.', ['editor'], 7],
      ['n@portal.example', 'n@portal.example', ['author'], 1],
    ];
    const said = ({ created, left, sharing }: Awaited<ReturnType<typeof create>>) => ({
      created: created.map(({ email }) => email),
      left: left.map(({ email }) => email),
      sharing,
    });
    const made = all.slice(1).map(([email]) => email);
    const sharing = [{ authorId: 1, email: 'admin@portal.example' }];
    expect(said(await create(file))).toEqual({ created: made, left: [], sharing });
    expect(await users()).toEqual(all);
    expect(said(await create(file))).toEqual({ created: [], left: made, sharing });
    expect(await users()).toEqual(all);

    const password = 'a password of their own';
    const email = 'maria@portal.example';
    const status = async () => (await rest(payload)('POST', 'users/login', { email, password })).status;
    expect(await status()).toBe(401);
    await setPassword(payload, { email, password });
    expect(await status()).toBe(200);
  });

  it('are known to an import, which counts the documents of each number, embedded ones too', async () => {
    const posts = [
      post(1, { more: { author: 7 } }),
      post(2, { related: [related(3, { author: 12 })] }),
      post(4),
    ];
    const { authors } = await importCapture(payload, {
      from: await saveCapture(whole({ 'news-posts': posts })),
    });
    expect(authors).toEqual([
      { number: 1, documents: 2, hasAccount: true },
      { number: 7, documents: 1, hasAccount: true },
      { number: 12, documents: 1, hasAccount: false },
    ]);
  });
});

it('a host makes the accounts of its own users, whose numbers an import knows', async () => {
  const staff = { slug: 'staff', auth: true, fields: [{ name: 'employee', type: 'number' as const }] };
  const host = await startPayload({
    collections: [staff],
    config: { admin: { user: 'staff' } },
    options: { author: ({ user }) => (user as { employee?: number } | null)?.employee },
  });
  await expect(createUsers(host, Buffer.from(''))).rejects.toThrow(
    'create-users is for the users of this project',
  );
  const account = { email: 'a@portal.example', password: 'a long password', employee: 7 };
  await host.create({ collection: 'staff' as never, data: account as never });
  const posts = [post(1, { more: { author: 7 } }), post(2)];
  const { authors } = await importCapture(host, { from: await saveCapture(whole({ 'news-posts': posts })) });
  expect(authors.map(({ number, hasAccount }) => [number, hasAccount])).toEqual([
    [1, false],
    [7, true],
  ]);
});
