import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type {
  Change,
  DocumentSource,
  Follower,
  ListVersions,
  Load,
  ReadModel,
  ReadModelStatus,
} from '../../../endpoints/read-model/index.ts';
import { causesOf } from '../../system/logging/describeError.ts';
import { watchdog } from '../processes/control.ts';
import {
  type ChangesMessage,
  type EpochMessage,
  type FeedMessage,
  type FromFront,
  type LoadMessage,
  messagesOf,
  type RehearseMessage,
  toLine,
} from './messages.ts';

/** Seconds without a sign of life from the cms after which changes may have been missed. */
const SILENCE = 3;

export interface FeedSourceOptions {
  /** The unix socket of the cms. */
  socket: string;
  /** How the lists of the follower stand. */
  status(): ReadModelStatus;
  /** What they are served as. @default not known */
  versions?(): ListVersions | undefined;
  /** What a change would come to in them. */
  rehearse: ReadModel['rehearse'];
  /** The follower shows changes. */
  onShown(): void;
}

/**
 * The front's end of the feed: a `DocumentSource` whose documents live in the cms, for one follower. The cms is told up to which
 * message everything shows. Where a change cannot be taken at all, the feed is closed.
 */
export class FeedSource implements DocumentSource {
  readonly #options: FeedSourceOptions;
  readonly #closing = new AbortController();
  readonly #events = new EventEmitter<{ heard: [] }>();
  #hears = false;
  /** The message up to which every change shows. */
  #shown = 0;
  /** Resolves when all that has come shows. */
  #taking: Promise<void> = Promise.resolve();
  /** What the cms has been told last of the lists, as JSON. */
  #reported = '';
  /** Resolves when the feed has ended, on either side. */
  readonly closed: Promise<unknown> = once(this.#closing.signal, 'abort');

  constructor(options: FeedSourceOptions) {
    this.#options = options;
  }

  /** True while the follower hears of every change that the cms makes. */
  get hears(): boolean {
    return this.#hears;
  }

  /** Begins once every later change is heard of; fails when the feed ends. */
  async load(): Promise<Load> {
    const messages = this.#load();
    const { value: first } = await messages.next();
    if (!first || !('epoch' in first)) throw gone();
    return { epoch: first.epoch, changes: changesIn(messages) };
  }

  /** Ending it ends all: a source is of use once. */
  follow(follower: Follower): () => void {
    void this.#follow(follower);
    return () => this.close();
  }

  close(reason = gone()): void {
    this.#hears = false;
    this.#closing.abort(reason);
  }

  #open(message: FromFront): Socket {
    const socket = addAbortSignal(this.#closing.signal, connect(this.#options.socket));
    socket.write(toLine(message));
    return socket;
  }

  async *#load(): AsyncGenerator<LoadMessage> {
    const { signal } = this.#closing;
    try {
      if (!this.#hears) await once(this.#events, 'heard', { signal });
      for await (const message of messagesOf<LoadMessage>(this.#open({ type: 'load' }))) {
        if ('last' in message) return;
        if ('failed' in message) throw new Error(message.failed);
        yield message;
      }
      throw gone();
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }

  async #follow(follower: Follower): Promise<void> {
    const alive = watchdog(SILENCE, () => follower.epoch(undefined));
    try {
      const socket = this.#open({ type: 'follow' });
      for await (const message of messagesOf<FeedMessage>(socket)) {
        alive.seen();
        if (message.type === 'changes') this.#take(message, follower, socket);
        else if (message.type === 'rehearse') void this.#rehearse(message, socket);
        else this.#hear(message, follower, socket);
      }
      this.close();
    } catch (error) {
      this.close(error as Error);
    }
    alive.stop();
  }

  #hear({ epoch }: EpochMessage, follower: Follower, socket: Socket): void {
    this.#hears = true;
    this.#events.emit('heard');
    follower.epoch(epoch);
    this.#say(socket);
  }

  #take({ changes, epoch, n }: ChangesMessage, follower: Follower, socket: Socket): void {
    this.#taking = Promise.all([this.#taking, follower.changed(changes, epoch)]).then(() => {
      this.#shown = n;
      this.#options.onShown();
      this.#say(socket);
    });
    this.#taking.catch((error: Error) => this.close(error));
  }

  async #rehearse({ n, change }: RehearseMessage, socket: Socket): Promise<void> {
    const answer = await this.#options.rehearse(change).then(
      (rehearsal) => ({ rehearsal }),
      (error: unknown) => ({ failed: causesOf(error).join(' Because: ') }),
    );
    socket.write(toLine({ type: 'rehearsed', n, ...answer }));
  }

  /** Up to where everything shows, and how the lists stand where the cms does not know it. */
  #say(socket: Socket): void {
    const report = { status: this.#options.status(), versions: this.#options.versions?.() };
    const json = JSON.stringify(report);
    const isNews = json !== this.#reported;
    this.#reported = json;
    socket.write(toLine({ type: 'shown', n: this.#shown, ...(isNews && report) }));
  }
}

async function* changesIn(messages: AsyncIterable<LoadMessage>): AsyncGenerator<Change[]> {
  for await (const message of messages) if ('changes' in message) yield message.changes;
}

function gone(): Error {
  return new Error('the cms has closed the feed');
}
