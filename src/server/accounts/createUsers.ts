import type { CollectionSlug, Payload, Where } from 'payload';
import { email as validEmail } from 'payload/shared';
import { portalOf } from '../../../collections/portal/portal.ts';
import { AccountRefused } from './accounts.ts';
import { randomPassword } from './password.ts';
import { type FileProblem, readUsersFile, type UserRow } from './usersFile.ts';

/** What became of the rows of a file. */
export interface CreatedUsers {
  /** Made now. Nobody knows their passwords. */
  created: UserRow[];
  /** Were here with just these values. */
  left: UserRow[];
  /** Other accounts here with the author number of a row. */
  sharing: { authorId: number; email: string }[];
}

interface Account {
  email: string;
  name?: string | null;
  roles?: string[] | null;
  author_id?: number | null;
}

/**
 * Makes an account for each row of a CSV file with the columns `author_id,email,name,role`. Everything is checked before
 * anything is made, so it can be run again.
 *
 * @throws AccountRefused with all that is wrong, line by line; or if the users are a host's own
 */
export async function createUsers(payload: Payload, bytes: Uint8Array): Promise<CreatedUsers> {
  const collection = portalOf(payload.config).users as CollectionSlug | undefined;
  if (collection === undefined) {
    throw new AccountRefused(
      'create-users is for the users of this project; make those of your app with its own means, or with create-admin --data.',
    );
  }
  const isEmail = (value: string) => isValidEmail(payload, value);
  const { rows, problems } = readUsersFile(bytes, { roles: rolesOf(payload, collection), isEmail });
  const { known, sharing } = await accountsOf(payload, collection, rows);
  const taken = rows.flatMap((row) => takenProblem(row, known.get(row.email)) ?? []);
  refuseProblems([...problems, ...taken]);
  const created = rows.filter(({ email }) => !known.has(email));
  for (const { email, name, role, authorId } of created) {
    const data = {
      email,
      name: name || null,
      roles: [role],
      author_id: authorId,
      password: randomPassword(),
    };
    await payload.create({ collection, data: data as never, depth: 0 });
  }
  return { created, left: rows.filter(({ email }) => known.has(email)), sharing };
}

/** By the rule that Payload's field has. */
function isValidEmail({ config }: Payload, value: string): boolean {
  const options = { required: true, req: { payload: { config }, t: (key: string) => key } };
  return validEmail(value, options as never) === true;
}

function rolesOf({ collections }: Payload, collection: CollectionSlug): string[] {
  const field = collections[collection]?.config.flattenedFields.find(({ name }) => name === 'roles');
  if (field?.type !== 'select') return [];
  return field.options.map((option) => (typeof option === 'string' ? option : option.value));
}

async function accountsOf(payload: Payload, collection: CollectionSlug, rows: readonly UserRow[]) {
  if (rows.length === 0) return { known: new Map<string, Account>(), sharing: [] };
  const emails = rows.map(({ email }) => email);
  const numbers = rows.map(({ authorId }) => authorId);
  const where: Where = { or: [{ email: { in: emails } }, { author_id: { in: numbers } }] };
  const found = await payload.find({ collection, where, depth: 0, limit: 0, pagination: false });
  const accounts = found.docs as unknown as Account[];
  const known = new Map(
    accounts.filter(({ email }) => emails.includes(email)).map((account) => [account.email, account]),
  );
  const sharing = accounts.flatMap(({ email, author_id }) =>
    known.has(email) || author_id === null || author_id === undefined ? [] : { authorId: author_id, email },
  );
  return { known, sharing };
}

function takenProblem(row: UserRow, account: Account | undefined): FileProblem | undefined {
  if (!account) return undefined;
  const { roles, author_id } = account;
  // Who has no name is read with the address in its place.
  const name = account.name === account.email ? '' : (account.name ?? '');
  const isSame = name === row.name && roles?.join() === row.role && (author_id ?? undefined) === row.authorId;
  if (isSame) return undefined;
  const values = [`author ${author_id ?? '(none)'}`, name || '(no name)', roles?.join(' and ')].join(', ');
  return {
    line: row.line,
    text: `${row.email} has an account here already, with other values: ${values}. Take the line away, or change one of the two.`,
  };
}

/** @throws AccountRefused if there are any */
function refuseProblems(problems: FileProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    .map(({ line, text }) => (line === undefined ? text : `Line ${line}: ${text}`));
  throw new AccountRefused(['Nothing has been made.', ...lines].join('\n'));
}
