import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { freshFolder } from './data.ts';
import { PROBES, type Probed } from './processes/probe.ts';

/** Questions to the probes inside the server's processes. */
export interface Probes {
  /** What a server has to be started with. */
  env: Record<string, string>;
  /** What the process tells since it was asked last. */
  ask(pid: number): Promise<Probed>;
}

export async function probes(): Promise<Probes> {
  const folder = await freshFolder();
  const script = new URL('./processes/probe.js', import.meta.url).href;
  return {
    env: { [PROBES]: folder, NODE_OPTIONS: `--import=${script}` },
    ask: async (pid) => JSON.parse(await text(connect(path.join(folder, `${pid}.sock`)))),
  };
}
