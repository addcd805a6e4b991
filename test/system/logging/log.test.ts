import type { Logger } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { causesOf, describeError } from '../../../src/system/logging/describeError.ts';
import { hideInLog } from '../../../src/system/logging/hidden.ts';
import { type Log, logRequest, openLog, payloadLogger } from '../../../src/system/logging/log.ts';
import { Trouble } from '../../../src/system/logging/OperatorError.ts';

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
  [thrown(() => 'a' in (SECRET as never)), 'TypeError'],
  [
    thrown(() => (undefined as never as { a: { b: 1 } }).a.b),
    "TypeError: Cannot read properties of undefined (reading 'a')",
  ],
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
      /^a {5}at forged \(x\.js:1:1\) \[2J 2J b \[error \(.*log\.test\.ts:\d+:\d+\)( < [^<]+){1,3}\]$/,
    );
  });

  it('is the reason alone where a client is at fault', () => {
    expect(describeError(error('The email or password provided is incorrect.', { status: 401 }))).toBe(
      'The email or password provided is incorrect.',
    );
  });
});

describe('the log of a server', () => {
  /** What is written while the log of a process is open, where there is no terminal. */
  async function records(act: (log: Log) => unknown): Promise<unknown[]> {
    const written: string[] = [];
    const note = (text: unknown) => written.push(String(text)) > 0;
    const streams = [process.stdout, process.stderr].map((stream) =>
      vi.spyOn(stream, 'write').mockImplementation(note),
    );
    const { debug, error: printError, info, log, warn } = console;
    const listeners = (event: string) => process.listeners(event as never) as (() => void)[];
    const before = new Map(['uncaughtException', 'warning'].map((event) => [event, listeners(event)]));
    try {
      await act(openLog('cms', 'debug'));
    } finally {
      Object.assign(console, { debug, error: printError, info, log, warn });
      for (const [event, those] of before) {
        process.removeAllListeners(event);
        for (const each of those) process.on(event, each);
      }
      for (const stream of streams) stream.mockRestore();
    }
    return written.map((line) => JSON.parse(line));
  }
  const record = (level: string, msg: string) => ({
    level,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    process: 'cms',
    msg,
  });

  it('goes on when whoever reads it has gone', async () => {
    const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const logged = await records((log) => {
      process.stdout.emit('error', gone);
      log('later');
    });
    expect(logged).toEqual([record('info', 'later')]);
  });

  it('has one record of each line: its message and its error, and nothing else of it', async () => {
    const err = error(`Failed query: x\nparams: ${SECRET}`);
    const logged = await records(() => {
      const logger = payloadLogger() as Logger;
      logger.warn({ err: Object.assign(err, { stack: '' }), msg: 'Saving', job: { input: SECRET } } as never);
      logger.info({ msg: 'Title\n{"level":"info"}\u001b[31m' } as never);
      logger.info({ input: SECRET }, 'What', 7);
    });
    expect(logged).toEqual([
      record('warn', 'Saving A statement failed'),
      record('info', 'Title {"level":"info"}'),
      record('info', 'What 7'),
    ]);
  });

  it('has what others print by console, and warnings of Node, likewise', async () => {
    const logged = await records(async () => {
      console.error('⨯', error(`Failed query: x\nparams: ${SECRET}`, { stack: '', digest: '1' }));
      console.log('a\u001b[2Jb', { password: SECRET });
      process.emitWarning('It is old.');
      await new Promise(setImmediate);
    });
    expect(logged).toEqual([
      record('error', '⨯ A statement failed'),
      record('info', 'a [2Jb'),
      record('warn', 'It is old.'),
    ]);
  });

  it('has no secret of the environment, no token, no session and no key, whoever says one', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl';
    hideInLog(['a secret/of the server', undefined, 'abc']);
    const logged = await records((log) => {
      log('with a secret/of the server, in mongodb://me:a%20secret%2Fof%20the%20server@db and abc', 'debug');
      console.warn('{"authorization":"users API-Key 3f0c9a1e-2f4e-4b7d-9a43-0a1b2c3d4e5f"}');
      console.warn(`Cookie: payload-token=${SECRET}; a=b`, error(`JWT ${token} is invalid`, { stack: '' }));
    });
    expect(logged).toEqual([
      record('debug', 'with …, in mongodb://…@db and abc'),
      record('warn', '{"authorization":"users API-Key …"}'),
      record('warn', 'Cookie: payload-token=…; a=b JWT … is invalid'),
    ]);
  });

  it('has what a client does wrong at debug, without a place, and with the id of the request', async () => {
    const isByStranger = async (error: unknown) => error instanceof TypeError;
    const logged = await records(async () => {
      console.error(error('aborted', { code: 'ECONNRESET' }));
      console.error(error('The password is wrong.', { status: 401, stack: '' }));
      logRequest({ id: 'r1', isByStranger }, () => {
        console.error(error('The password is wrong.', { status: 401 }));
        console.error(thrown(() => 'a' in (SECRET as never)));
        console.error(error('Full', { stack: '' }));
      });
      await new Promise(setImmediate);
    });
    const ofRequest = (level: string, msg: string) => ({ ...record(level, msg), requestId: 'r1' });
    expect(logged).toEqual([
      record('debug', 'aborted (ECONNRESET)'),
      record('error', 'The password is wrong.'),
      ofRequest('debug', 'The password is wrong.'),
      ofRequest('debug', 'TypeError'),
      ofRequest('error', 'Full'),
    ]);
  });
});

it('trouble is said when it begins and when it is over, and in between at debug', () => {
  const lines: string[] = [];
  const trouble = new Trouble((line, level = 'info') => lines.push(`${level}: ${line}`), 'It works again.');
  trouble.ends();
  for (const times of [1, 2]) trouble.begins(`It fails (${times}).`);
  for (const _ of [1, 2]) trouble.ends();
  trouble.begins('It fails.');
  expect(lines).toEqual([
    'warn: It fails (1).',
    'debug: It fails (2).',
    'info: It works again.',
    'warn: It fails.',
  ]);
});
