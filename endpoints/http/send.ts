import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { BodyPart } from '../read-model/index.ts';
import { newQueue } from '../turns.ts';
import { failed } from './answers.ts';
import { giveBack, takeSpace } from './spaces.ts';
import type { HandlerResponse } from './types.ts';

/**
 * How many bytes are handed to a connection at once. Enough to keep a fast one busy while it takes them (they go out in
 * one `writev`), and all that a slow one keeps in memory.
 */
const AT_ONCE = 512 * 1024;
/** A body up to this length goes out at once where it is joined: nothing is kept for it alone, and turns would take longer. */
const WHOLE = 2 * 1024 * 1024;
/** A part that has to be joined first counts as so many, since it takes as long. */
const JOINING = 2;

/** Of large answers, one stretch a turn, however many there are. */
const inTurn = newQueue();

/** Answers when the answer is there; a client that is gone by then, or has been answered by others, costs nothing. */
export function respond(response: ServerResponse, answer: HandlerResponse | Promise<HandlerResponse>): void {
  if (!(answer instanceof Promise)) {
    send(response, answer);
    return;
  }
  answer
    // A handler does not reject; one that is not ours may.
    .catch(() => failed)
    .then((answer) => {
      if (!isGone(response) && !response.headersSent) send(response, answer);
    })
    // A body that cannot be read, or a header of middleware that cannot be written: the client sees that it broke off.
    .catch((error: Error) => response.destroy(error));
}

/** Writes an answer as it is; middleware that has set other headers keeps them. */
export function send(response: ServerResponse, { status, headers, body }: HandlerResponse): void {
  response.writeHead(status, headers);
  if (body === null || typeof body === 'string') response.end(body);
  else if (body.length < 2 && body[0]?.isJoined !== false) response.end(body[0]?.bytes);
  else sendParts(response, body, isJoinedWithin(body, WHOLE) ? WHOLE : AT_ONCE);
}

/**
 * Reads each part when the connection has taken those before it, so that nothing is joined for who does not wait for it. It
 * goes by the write's callback: a `drain` also comes to a response when a request behind it on the connection is answered.
 * A connection that is read as fast as it is written to would take everything in one turn of the event loop: others get
 * theirs after each stretch of `atOnce` bytes, and of several such connections each waits for the others'.
 */
function sendParts(response: ServerResponse, parts: readonly BodyPart[], atOnce: number, first = 0): void {
  if (isGone(response)) return;
  // Others than Node's own `end` do not uncork.
  const corks = isPlain(response);
  if (corks) response.cork();
  let work = 0;
  for (let next = first; next < parts.length; ) {
    const part = parts[next++] as BodyPart;
    work += part.isJoined === false ? JOINING * part.length : part.length;
    if (work >= atOnce && next < parts.length) {
      write(response, part, () => inTurn(() => goOn(response, parts, atOnce, next)));
      if (corks) response.uncork();
      return;
    }
    write(response, part);
  }
  // This uncorks too.
  response.end();
}

function isJoinedWithin(parts: readonly BodyPart[], bytes: number): boolean {
  let length = 0;
  for (const part of parts) {
    length += part.length;
    if (length > bytes || part.isJoined === false) return false;
  }
  return true;
}

/** Whether no middleware, such as a compression, has put its own functions in the place of Node's. */
function isPlain({ write }: ServerResponse): boolean {
  return write === ServerResponse.prototype.write;
}

/** One listener for all of a response: middleware may hand it to another stream, from which it is not taken back. */
const awaitingDrain = new WeakMap<ServerResponse, (() => void) | undefined>();

/** Calls when the connection has taken what was written. Others than Node's own `write` may drop a callback. */
function write(response: ServerResponse, part: BodyPart, taken?: () => void): void {
  if (isPlain(response)) {
    let space: Buffer<ArrayBuffer> | undefined;
    const lend = (length: number) => {
      space = takeSpace(length);
      return space;
    };
    const bytes = isSent(response) ? part.bytesIn?.(lend) : undefined;
    response.write(bytes ?? part.bytes, (error) => {
      // What failed may be in use still.
      if (error) return;
      if (space) giveBack(space);
      taken?.();
    });
  } else if (response.write(part.bytes)) {
    taken?.();
  } else if (taken) {
    if (!awaitingDrain.has(response)) response.on('drain', () => drained(response));
    awaitingDrain.set(response, taken);
  }
}

/** Whether the bytes leave this process. Where something else stands for a connection, it may keep what it was given. */
function isSent({ socket, req }: ServerResponse): boolean {
  return (socket ?? req.socket) instanceof Socket;
}

function drained(response: ServerResponse): void {
  const taken = awaitingDrain.get(response);
  awaitingDrain.set(response, undefined);
  taken?.();
}

/** As `respond` has it where a body cannot be read: there is nobody left here to tell. */
function goOn(response: ServerResponse, parts: readonly BodyPart[], atOnce: number, first: number): void {
  try {
    sendParts(response, parts, atOnce, first);
  } catch (error) {
    response.destroy(error as Error);
  }
}

/** Of a response that waits for one before it on its connection, only the connection knows. */
function isGone({ destroyed, req }: ServerResponse): boolean {
  return destroyed || req.socket.destroyed;
}
