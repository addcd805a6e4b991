import type { Command } from 'commander';
import { isObject, parsedJson } from '../../endpoints/lists/definition/json.ts';
import { AccountRefused, createAdmin, FIRST_AUTHOR, setPassword } from '../server/accounts.ts';
import { reports } from './output.ts';
import { type PasswordOptions, readPassword, withPasswordOptions } from './password.ts';
import { withPayload } from './withPayload.ts';

interface AdminOptions extends PasswordOptions {
  authorId?: string;
  config?: string;
  data?: string;
  email: string;
  name?: string;
}

function authorOf({ authorId, config }: AdminOptions): number | undefined {
  if (authorId === undefined) return undefined;
  if (config)
    throw new AccountRefused('--author-id is for the users of this project; --data gives those of your app.');
  if (/^\d+$/.test(authorId) && Number.isSafeInteger(Number(authorId))) return Number(authorId);
  throw new AccountRefused(`--author-id must be a whole number, and is ${authorId}`);
}

function fieldsOf(json: string | undefined): Record<string, unknown> {
  if (json === undefined) return {};
  const value = parsedJson(json);
  if (isObject(value)) return value;
  throw new AccountRefused(`--data must be a JSON object, such as '{"role":"it"}', and is ${json}`);
}

/** Adds `portal-content create-admin`. */
export function registerCreateAdmin(program: Command): void {
  const command = program
    .command('create-admin')
    .description(
      'make a user who may do everything; the first user of a portal is made this way and no other',
    )
    .requiredOption('--email <address>', 'the address to sign in with')
    .option('--name <name>', 'the name shown in the admin')
    .option(
      '--author-id <number>',
      `the author number, which the user's new posts take (default: ${FIRST_AUTHOR})`,
    )
    .option('--data <json>', 'more fields of a user of your own app, such as \'{"role":"it"}\'');
  reports<AdminOptions>(withPasswordOptions(command), 1, async (options) => {
    const data = fieldsOf(options.data);
    const authorId = authorOf(options);
    const { password, show } = await readPassword(options);
    await withPayload(options.config, (payload) =>
      createAdmin(payload, { ...options, data, authorId, password }),
    );
    return { says: [`${options.email} can sign in at /admin.`, ...shown(password, show)] };
  });
}

const shown = (password: string, show: boolean) =>
  show ? [`Password (shown only this once): ${password}`] : [];

interface Options extends PasswordOptions {
  config?: string;
  email: string;
}

/** Adds `portal-content set-password`. */
export function registerSetPassword(program: Command): void {
  const command = program
    .command('set-password')
    .description(
      'give a user who has forgotten their password another one; it signs them out everywhere, takes their second factor away, and leaves their API key',
    )
    .requiredOption('--email <address>', 'the address they sign in with');
  reports<Options>(withPasswordOptions(command), 1, async ({ config, email, ...options }) => {
    const { password, show } = await readPassword(options);
    const hadFactor = await withPayload(config, (payload) => setPassword(payload, { email, password }));
    return {
      says: [
        `${email} has another password, and is signed out everywhere. An API key of theirs goes on: it is taken away in the admin, at the user.`,
        ...(hadFactor
          ? ['Their second factor is taken away: they set up a new one on their account page.']
          : []),
        ...shown(password, show),
      ],
    };
  });
}
