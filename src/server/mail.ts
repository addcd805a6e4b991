import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type Transport } from 'nodemailer';
import type { EmailAdapter, SendEmailOptions } from 'payload';
import { causesOf } from '../system/logging/describeError.ts';
import type { Environment } from '../system/settings/env.ts';

type MailSettings = NonNullable<Environment['mail']>;

/** Milliseconds after which a mail server that does not answer is given up. */
const TIMEOUT = 20_000;
/** Milliseconds before an e-mail that was not taken is sent again: many mail servers refuse strangers for a minute first. */
const PAUSES = [0, 60_000, 5 * 60_000];

function transportOf({ url }: MailSettings): Transport {
  const timeouts = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT };
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

/**
 * Sends e-mail over SMTP. No save, and no answer to a forgotten password, waits for the mail server: how long it takes would tell a
 * stranger which accounts there are. What it does not take in three tries is named in the log, and not sent.
 */
export function smtp(settings: MailSettings): EmailAdapter {
  const { address, name } = settings.from;
  return ({ payload }) => {
    const transport = transportOf(settings);
    const send = async (message: SendEmailOptions) => {
      let problem = '';
      for (const pause of PAUSES) {
        await sleep(pause, undefined, { ref: false });
        try {
          await transport.sendMail({ from: { address, name }, ...message });
          return;
        } catch (error) {
          problem = causesOf(error).join(' Because: ');
          const { responseCode = 0 } = error as { responseCode?: number };
          // The mail server refuses this e-mail, or the user, for good (RFC 5321, 4.2.1).
          if (responseCode >= 500) break;
        }
      }
      payload.logger.error(`An e-mail ("${message.subject}") was not sent: ${problem}`);
    };
    return {
      name: 'smtp',
      defaultFromAddress: address,
      defaultFromName: name,
      sendEmail: async (message) => void send(message),
    };
  };
}

/** Why the mail server cannot be used; undefined if it can. */
export async function mailProblem(settings: MailSettings): Promise<string | undefined> {
  const transport = transportOf(settings);
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return causesOf(error).join(' Because: ');
  } finally {
    transport.close();
  }
}
