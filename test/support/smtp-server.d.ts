/** The used part of the package, which brings no types. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  export class SMTPServer {
    constructor(options: {
      disabledCommands?: string[];
      onAuth?(
        auth: { username: string; password: string },
        session: object,
        done: (error: Error | null, answer?: { user: string }) => void,
      ): void;
      onData?(
        stream: Readable,
        session: { envelope: { rcptTo: { address: string }[] } },
        done: (error?: Error) => void,
      ): void;
    });
    listen(port: number, host: string): Server;
    close(done: () => void): void;
  }
}
