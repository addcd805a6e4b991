import { copyOf, type Data } from './data.ts';
import { type Probes, probes } from './probes.ts';
import { type Server, startServer } from './processes/server.ts';

/** A server over a portal of its own, which a measurement may change. */
export interface Stage {
  data: Data;
  server: Server;
}

/** A stage whose server's processes can be looked into. */
export interface ProbedStage extends Stage {
  probe: Probes;
}

/** Gives each measurement a fresh server over a fresh copy of the portal; in a quick run, all of them the same one. */
export class Stages {
  readonly #share: boolean;
  #shared: Promise<ProbedStage> | undefined;

  constructor({ quick }: { quick: boolean }) {
    this.#share = quick;
  }

  /** Runs a measurement on a server as operators have it. */
  async on(data: Data, measure: (stage: Stage) => Promise<void>): Promise<void> {
    if (this.#share) return measure(await this.#commonStage(data));
    const copy = await copyOf(data);
    const server = await startServer(copy);
    await measure({ data: copy, server });
    await server.stop();
  }

  /** The same on one with a probe in its processes. */
  async onProbed(data: Data, measure: (stage: ProbedStage) => Promise<void>): Promise<void> {
    if (this.#share) return measure(await this.#commonStage(data));
    const stage = await probedStage(data);
    await measure(stage);
    await stage.server.stop();
  }

  async close(): Promise<void> {
    await (await this.#shared)?.server.stop();
    this.#shared = undefined;
  }

  #commonStage(data: Data): Promise<ProbedStage> {
    this.#shared ??= probedStage(data);
    return this.#shared;
  }
}

async function probedStage(data: Data): Promise<ProbedStage> {
  const copy = await copyOf(data);
  const probe = await probes();
  return { data: copy, probe, server: await startServer(copy, { env: probe.env }) };
}
