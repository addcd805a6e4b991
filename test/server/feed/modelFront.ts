import { type EncodeContext, lists, type StoredDocument } from '../../../endpoints/lists/index.ts';
import {
  createReadModel,
  type DocumentSource,
  type ReadModel,
  type Snapshot,
} from '../../../endpoints/read-model/index.ts';
import { followFeed } from '../../../src/server/feed/followFeed.ts';
import { LIST } from './modelDatabase.ts';

/** A front whose faults a test makes. */
export class ModelFront {
  model: ReadModel;
  /** Whether the next title that is sorted cannot be. */
  #isBroken = false;
  #stalled: Promise<void> | undefined;
  #goOn = () => {};
  #following: { hears(): boolean; end(): void } | undefined;
  /** It has not shown that it knows of what it slept through. */
  wasStalled = false;

  constructor(snapshot?: Snapshot) {
    this.model = createReadModel({ lists: lists.map((list) => ({ ...list, encode: this.#encoded(list) })) });
    if (snapshot) void this.model.restore(snapshot, 0);
  }

  get hears(): boolean {
    return this.#following?.hears() === true;
  }

  follow(socket: string): void {
    this.#following?.end();
    this.wasStalled = this.#stalled !== undefined;
    const connect = (source: DocumentSource) => this.model.connect(this.#stalling(source));
    const { rehearse, status } = this.model;
    const nothing = () => {};
    const options = { onLoaded: nothing, onShown: nothing, onFailed: nothing };
    this.#following = followFeed({ readModel: { connect, rehearse, status }, socket, ...options });
  }

  break(): void {
    this.#isBroken = true;
  }

  mend(): void {
    this.#isBroken = false;
    this.#stalled = undefined;
    this.#goOn();
  }

  /** It hears nothing until it is mended. */
  stall(): void {
    this.#stalled ??= new Promise((resolve) => {
      this.#goOn = resolve;
    });
    this.wasStalled = true;
  }

  end(): void {
    this.#following?.end();
  }

  /** The titles that it serves, by their ids. */
  titles(): Map<number, string> | undefined {
    const response = this.model.response(LIST, undefined);
    if (!response || 'then' in response) return undefined;
    const elements: { id: number; title: string }[] = JSON.parse(String(response.body));
    return new Map(elements.map(({ id, title }) => [id, title]));
  }

  #stalling(source: DocumentSource): DocumentSource {
    let before: Promise<void> = Promise.resolve();
    const inOrder = () => {
      before = Promise.all([before, this.#stalled]).then(() => {});
      return before;
    };
    return {
      load: () => source.load(),
      follow: (follower) =>
        source.follow({
          epoch: (epoch) => void inOrder().then(() => follower.epoch(epoch)),
          changed: (changes, epoch) => inOrder().then(() => follower.changed(changes, epoch)),
        }),
    };
  }

  #encoded(list: (typeof lists)[number]) {
    return (document: StoredDocument, context: EncodeContext) => {
      const element = list.encode(document, context);
      let reads = 0;
      return Object.defineProperty({ ...element }, 'title', {
        enumerable: true,
        get: () => {
          reads += 1;
          if (this.#isBroken && reads > 1) throw new Error('it cannot be sorted');
          return element.title;
        },
      });
    };
  }
}
