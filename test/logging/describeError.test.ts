import { describe, expect, it, vi } from 'vitest';
import { causesOf, describeError, logConsole, payloadLogger } from '../../src/logging/index.ts';

/** What nobody may read in a log. */
const SECRET = 'geheim';

const error = (message: string, more: object = {}) => Object.assign(new Error(message), more);
function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

/** Errors as databases, parsers and JavaScript throw them, with what may be said of each. */
const ERRORS: [unknown, string][] = [
  [
    error(`Failed query: insert into "users" ("hash") values (?)\nparams: ${SECRET},1`, {
      query: `insert ${SECRET}`,
      params: [SECRET],
      cause: error('SQLITE_FULL: database or disk is full', { name: 'LibsqlError', code: 'SQLITE_FULL' }),
    }),
    'A statement failed Because: LibsqlError: SQLITE_FULL: database or disk is full',
  ],
  [
    error(`E11000 duplicate key error collection: db.users index: title_1 dup key: { title: "${SECRET}" }`, {
      name: 'MongoServerError',
      code: 11000,
    }),
    'MongoServerError: E11000 duplicate key error collection: db.users index: title_1 dup key: …',
  ],
  [
    error('duplicate key value violates unique constraint "users_email_idx"', {
      code: '23505',
      detail: `Key (email)=(${SECRET}) already exists.`,
    }),
    'duplicate key value violates unique constraint "users_email_idx" (23505)',
  ],
  [error(`invalid input syntax for type integer: "a"${SECRET}"`), 'invalid input syntax for type integer: …'],
  [
    error(`Cast to ObjectId failed for value "{ '$a': '${SECRET}' }" (type Object) at path "_id"`, {
      name: 'CastError',
    }),
    'CastError: Cast to ObjectId failed for value …',
  ],
  [thrown(() => JSON.parse(`{"password":${SECRET}}`)), 'SyntaxError'],
  [thrown(() => BigInt(SECRET)), 'SyntaxError'],
  [thrown(() => 'a' in (SECRET as never)), 'TypeError'],
  [
    thrown(() => (undefined as never as { a: { b: 1 } }).a.b),
    "TypeError: Cannot read properties of undefined (reading 'a')",
  ],
  [error(`connect to postgres://user:${SECRET}@db failed`), 'connect to postgres://…@db failed'],
  [
    error('connect ECONNREFUSED 127.0.0.1:1', { syscall: 'connect', code: 'ECONNREFUSED' }),
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    new AggregateError([error('connect ECONNREFUSED ::1:1', { syscall: 'connect' })]),
    'AggregateError Because: connect ECONNREFUSED ::1:1',
  ],
  [`Error: Failed query: select\nparams: ${SECRET}`, 'Error: A statement failed'],
  [{ password: SECRET }, 'object'],
];

describe('what is said of an error', () => {
  it.each(ERRORS)('quotes nothing that was typed: %#', (thrown, said) => {
    expect(causesOf(thrown).join(' Because: ')).toBe(said);
    expect(describeError(thrown)).not.toContain(SECRET);
  });

  it('is one line, with where it was thrown, and without what its message pretends', () => {
    const line = describeError(error('a\n    at forged (x.js:1:1)\u001b[2J\u009b2J\u2028b'));
    expect(line).toMatch(
      /^a {5}at forged \(x\.js:1:1\) \[2J 2J b \[error \(.*describeError\.test\.ts:\d+:\d+\)( < [^<]+){1,3}\]$/,
    );
  });

  it('is the reason alone where a client is at fault', () => {
    expect(describeError(error('The email or password provided is incorrect.', { status: 401 }))).toBe(
      'The email or password provided is incorrect.',
    );
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const { options, destination } = payloadLogger({ write: (line: string) => lines.push(line) } as never);
  /** Calls the logger as pino does, which makes a record of what its hook gives. */
  function logged(...args: unknown[]): string {
    options.hooks.logMethod.call({}, args, ((msg: string) =>
      destination.write(JSON.stringify({ level: 50, time: Date.UTC(2030, 0, 1), msg }))) as never);
    return lines.pop()?.replace(/^\[[\d:]{8}\] /, '') ?? '';
  }

  it('has one line of each record: its message and its error, and nothing else of it', () => {
    const err = error(`Failed query: x\nparams: ${SECRET}`, { status: 400 });
    expect(logged({ err, msg: 'Saving', job: { input: SECRET } })).toBe('ERROR: Saving A statement failed\n');
    expect(logged({ msg: 'Title\n[10:00:00] INFO: forged\u001b[31m' })).toBe(
      'ERROR: Title [10:00:00] INFO: forged\n',
    );
    expect(logged(err, `after: ${err}`)).toBe('ERROR: A statement failed after: Error: A statement failed\n');
    expect(logged({ input: SECRET }, 'What', 7)).toBe('ERROR: What 7\n');
  });

  it('has what others print by console likewise', () => {
    const written: string[] = [];
    const note = (text: unknown) => written.push(String(text)) > 0;
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(note),
    );
    const { debug, error: printError, info, log, warn } = console;
    const listeners = process.listeners('uncaughtException');
    try {
      logConsole();
      console.error('⨯', error(`Failed query: x\nparams: ${SECRET}`, { status: 400, digest: '1' }));
      console.log('a\u001b[2Jb', { password: SECRET });
    } finally {
      Object.assign(console, { debug, error: printError, info, log, warn });
      for (const each of process.listeners('uncaughtException'))
        if (!listeners.includes(each)) process.off('uncaughtException', each);
      for (const stream of streams) stream.mockRestore();
    }
    expect(written.map((line) => line.replace(/^\[[\d:]{8}\] /, ''))).toEqual([
      'ERROR: ⨯ A statement failed\n',
      'a [2Jb\n',
    ]);
  });
});
