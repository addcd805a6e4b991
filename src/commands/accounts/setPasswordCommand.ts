import { Command } from 'commander';
import { setPassword } from '../../server/accounts/accounts.ts';
import { type PasswordOptions, readPassword, withPasswordOptions } from '../../server/accounts/password.ts';
import { withPayload } from '../withPayload.ts';

interface Options extends PasswordOptions {
  config?: string;
  email: string;
}

/** `portal-content set-password` */
export function setPasswordCommand(): Command {
  const command = new Command('set-password')
    .description('give a user who has forgotten their password another one; it signs them out everywhere')
    .requiredOption('--email <address>', 'the address they sign in with');
  return withPasswordOptions(command).action(async () => {
    const { config, email, ...options }: Options = command.optsWithGlobals();
    const { password, show } = await readPassword(options);
    await withPayload(config, (payload) => setPassword(payload, { email, password }));
    console.log(`${email} has another password, and is signed out everywhere.`);
    if (show) console.log(`Password (shown only this once): ${password}`);
  });
}
