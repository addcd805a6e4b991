import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onFileEnd } from './cleanup.ts';

export interface ReceivedMail {
  to: string[];
  /** With its headers, as it came. */
  text: string;
}

/** A real SMTP server that asks for a user and a password, until the test file ends. */
export async function startMailServer(): Promise<{
  url: string;
  /** The next e-mail that nobody has taken. */
  next(): Promise<ReceivedMail>;
  /** How many have come. */
  count(): number;
}> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let count = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'portal' && password === 'p@ss'
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { to, text: Buffer.concat(chunks).toString() };
        count += 1;
        const taker = waiting.shift();
        if (taker) taker(mail);
        else received.push(mail);
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  onFileEnd(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://portal:p%40ss@127.0.0.1:${port}`,
    next: () =>
      new Promise((resolve) => {
        const there = received.shift();
        if (there) resolve(there);
        else waiting.push(resolve);
      }),
    count: () => count,
  };
}
