import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../system/outbound.ts';
import { findLists, isAddress, listUrl, noAnswer, type SourceList } from './address.ts';
import { responseOf } from './captureLive.ts';
import { HttpClient, type RequestOptions, refuseOtherThanList } from './HttpClient.ts';
import {
  captureFile,
  type Manifest,
  type ManifestResponse,
  NoCapture,
  otherFiles,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { Target } from './target.ts';

/** Options of {@link Export.open}. */
export interface ExportOptions {
  /** The address of this server, or of the lists in it. */
  from: string;
  /** The folder that is kept current. */
  to: string;
  lists: readonly SourceList[];
  /** Where lists may stand besides the usual places. */
  prefixes?: readonly string[];
  request?: RequestOptions;
}

/** A capture of a running server that is kept current: by their entity tags, only changed lists are sent and written. */
export class Export {
  readonly #options: ExportOptions;
  readonly #client: HttpClient;
  /** Undefined after it could not be written: whatever is there then is looked at anew. */
  #target: Target | undefined;
  #base: string | undefined;
  /** What is in the folder, as far as it is as the manifest says. */
  #known: Manifest | undefined;
  #rounds = 0;

  private constructor(options: ExportOptions) {
    this.#options = options;
    this.#client = new HttpClient(new URL(options.from), options.request);
  }

  /** @throws NoCapture when the folder cannot be used, or the address is none */
  static async open(options: ExportOptions): Promise<Export> {
    const { from } = options;
    if (!isAddress(from) || !URL.canParse(from))
      throw new NoCapture(`${from} is no address of a web server, such as http://localhost:3000`);
    const made = new Export(options);
    try {
      await made.#openFolder();
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#target?.close();
  }

  async #openFolder(): Promise<Target> {
    const { to } = this.#options;
    this.#target = await Target.open(to);
    const manifest = await readManifest(to);
    const others = manifest ? await otherFiles(to, manifest, new Map()) : [];
    const isWhole = ({ file }: ManifestResponse) => !others.some((other) => other.file === file);
    this.#known = manifest && { ...manifest, responses: manifest.responses.filter(isWhole) };
    return this.#target;
  }

  /**
   * Asks for each list and ordering, and puts what has changed in the place of what was there, when all of it has come.
   * @returns the names of the files that have changed
   * @throws NoCapture when a list does not come, and nothing has changed then; or when the folder cannot be written, such as on a
   * full disk. It may be called again.
   */
  async update(): Promise<string[]> {
    const { from, lists, prefixes, to } = this.#options;
    try {
      const target = this.#target ?? (await this.#openFolder());
      this.#base ??= await findLists(new URL(from), lists, this.#client, prefixes);
      this.#rounds += 1;
      const folder = await target.round(this.#rounds);
      try {
        return await this.#round(this.#base, target, folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      await this.#target?.close().catch(() => {});
      this.#target = undefined;
      throw new NoCapture(`${to} cannot be written: ${error.message}`);
    }
  }

  async #round(base: string, target: Target, folder: string): Promise<string[]> {
    const { lists } = this.#options;
    const begun = new Date().toISOString();
    const responses: ManifestResponse[] = [];
    for (const list of lists)
      for (const ordering of [undefined, ...list.orderings]) {
        const file = captureFile(list.file, ordering);
        responses.push(await this.#response(listUrl(base, list, ordering), file, folder));
      }
    const known = this.#known?.responses ?? [];
    const changed = responses.filter((each) => !known.includes(each)).map(({ file }) => file);
    if (changed.length === 0 && known.length === responses.length) return [];
    const { media } = this.#known ?? {};
    const manifest: Manifest = {
      version: 1,
      from: `${base}/`,
      begun,
      ended: new Date().toISOString(),
      rounds: 1,
      expected: lists.map(({ file }) => captureFile(file)),
      responses,
      ...(media && { media }),
    };
    await writeManifest(folder, manifest);
    await target.keep(folder);
    this.#known = manifest;
    return changed;
  }

  /** A response that has changed is written into the folder; the known one is given where it has not. */
  async #response(url: URL, file: string, folder: string): Promise<ManifestResponse> {
    const known = this.#known?.responses.find((each) => each.file === file);
    const etag = known?.headers.etag;
    try {
      const answer = await this.#client.send({
        method: 'GET',
        target: `${url.pathname}${url.search}`,
        name: url.href,
        // The files have the bytes, whatever a client accepts.
        headers: {
          'accept-encoding': 'identity',
          ...(typeof etag === 'string' && { 'if-none-match': etag }),
        },
      });
      if (known && answer.status === 304) return known;
      if (answer.status !== 200)
        throw new Failure(`the answer is ${answer.status}`, 'never', { status: answer.status });
      refuseOtherThanList(answer);
      const response = responseOf(file, answer);
      if (known?.sha256 === response.sha256) return known;
      await writeFile(path.join(folder, file), answer.body);
      return response;
    } catch (error) {
      if (error instanceof Failure) throw noAnswer(url, error);
      throw error;
    }
  }
}
