import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { BucketStore } from '../../system/files/index.ts';
import { describeError } from '../../system/logging/describeError.ts';
import type { Trouble } from '../../system/logging/OperatorError.ts';
import { answerPlainly } from './answers.ts';

/** Headers with which a client asks about a file, so that it is looked for before it is read. */
const CONDITIONS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'range'];

/** Seconds after which a client may try again. */
const RETRY_AFTER = '10';

/** The headers of a file, which another answer must not have. */
const OF_FILE = [
  'Accept-Ranges',
  'Cache-Control',
  'Content-Disposition',
  'Content-Type',
  'ETag',
  'Last-Modified',
];

interface Sending {
  files: BucketStore;
  name: string;
  /** Gets the state of storage. */
  trouble: Trouble;
  /** Answers that there is no such file. */
  missing(): void;
  /** Answers that a condition does not hold (412), or that there is no such part (416). */
  refuse(status: number): void;
}

/**
 * Sends an object as Express sends a file: with an entity tag, conditions (RFC 9110, 13.1) and one part (14.2). It is 503 while
 * storage does not answer.
 */
export async function sendObject(request: Request, response: Response, sending: Sending): Promise<void> {
  const { trouble } = sending;
  try {
    await send(request, response, sending);
    trouble.ends();
  } catch (error) {
    // The client has gone, or sees by the length that the rest is missing.
    if (response.headersSent || response.destroyed) return void response.destroy();
    trouble.begins(describeError(error));
    for (const header of OF_FILE) response.removeHeader(header);
    const detail = 'The storage of images and files does not answer at the moment.';
    answerPlainly(request, response, { status: 503, detail, headers: { 'Retry-After': RETRY_AFTER } });
  }
}

async function send(request: Request, response: Response, sending: Sending): Promise<void> {
  const { files, name, missing, refuse } = sending;
  const isAsked = request.method === 'HEAD' || CONDITIONS.some((header) => header in request.headers);
  const head = isAsked ? await files.head(name) : undefined;
  if (isAsked && !head) return missing();
  let part: string | undefined;
  if (head) {
    setHead(response, head);
    if (isAnother(request, head)) return refuse(412);
    // Without what is only said of a body.
    if (request.fresh) {
      for (const header of ['Content-Disposition', 'Content-Type']) response.removeHeader(header);
      return void response.status(304).end();
    }
    const ranges = isPartOfThis(request, head) ? request.range(head.bytes) : undefined;
    if (ranges === -1) {
      response.set('Content-Range', `bytes */${head.bytes}`);
      return refuse(416);
    }
    if (Array.isArray(ranges) && ranges.type === 'bytes' && ranges[0] && ranges.length === 1)
      part = `bytes=${ranges[0].start}-${ranges[0].end}`;
    if (request.method === 'HEAD') return void response.set('Content-Length', String(head.bytes)).end();
  }
  const found = await files.open(name, part);
  if (!found) return missing();
  setHead(response, found);
  response.set('Content-Length', String(found.bytes));
  if (found.range !== undefined) response.status(206).set('Content-Range', found.range);
  await pipeline(found.body, response);
}

function setHead(response: Response, { entityTag, modified }: { entityTag: string; modified: Date }): void {
  response.set({ 'Accept-Ranges': 'bytes', ETag: entityTag, 'Last-Modified': modified.toUTCString() });
}

interface Head {
  entityTag: string;
  modified: Date;
}

/** Whether `If-Match`, or without it `If-Unmodified-Since`, asks for another file than this (RFC 9110, 13.2.2). */
function isAnother({ headers }: Request, { entityTag, modified }: Head): boolean {
  const wanted = headers['if-match'];
  if (wanted !== undefined)
    return wanted !== '*' && !wanted.split(',').some((each) => each.trim() === entityTag);
  const since = Date.parse(String(headers['if-unmodified-since'] ?? ''));
  return Math.floor(modified.getTime() / 1000) * 1000 > since;
}

/** Whether a part is wanted of this file, and the whole of any other (RFC 9110, 13.1.5). */
function isPartOfThis({ headers }: Request, { entityTag, modified }: Head): boolean {
  const wanted = headers['if-range'];
  return wanted === undefined || wanted === entityTag || wanted === modified.toUTCString();
}
