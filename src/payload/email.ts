import type { BasePayload, Config, EmailAdapter } from 'payload';

/** Sends nothing. Payload warns at each start of a config without an adapter, and writes into the log what it would have sent. */
export const noEmail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: 'none@portal.invalid',
  defaultFromName: '',
  sendEmail: async () => undefined,
});

/** Whether a config has an adapter that sends e-mail. */
export function hasEmail({ email }: Pick<Config, 'email'>): boolean {
  return email !== undefined && email !== noEmail;
}

/** Whether a running Payload sends e-mail; `console` is the name of what Payload has without an adapter. */
export function sendsEmail({ email }: Pick<BasePayload, 'email'>): boolean {
  return email.name !== 'none' && email.name !== 'console';
}
