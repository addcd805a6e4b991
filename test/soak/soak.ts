import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '../support/server.ts';
import type { Fault } from './faults.ts';
import { growthPerHour, measure, type Sample } from './measuring.ts';
import { type Acknowledged, abortOne, type Reads, readOnce } from './reading.ts';
import { createDocument, type FaultState, planOn, type Saves, saveOn, steadyEditor } from './saving.ts';

/** The documents that are saved, each by an editor of its own, and the one whose changes are planned. */
const SAVED = [1, 2];
const PLANNED = 3;
const READERS = 2;

export interface Soaked {
  reads: Reads;
  saves: Saves;
  samples: Sample[];
  faults: number;
}

interface SoakOptions {
  milliseconds: number;
  /** What is done to the machine, and how often, in milliseconds. */
  fault?: { cause: Fault; every: number } | undefined;
}

/** Reads, saves, plans and aborts for a time, while faults come and go. */
export async function soak(server: TestServer, { milliseconds, fault }: SoakOptions): Promise<Soaked> {
  const end = Date.now() + milliseconds;
  const goesOn = () => Date.now() < end;
  const acknowledged: Acknowledged = new Map();
  const reads: Reads = { reads: 0, aborted: 0, failed: [], stale: [] };
  const saves: Saves = { acknowledged: 0, failed: [], failedInFaults: 0, planned: 0, late: [] };
  const state: FaultState = { isOn: false, isRecovering: false };
  const soaked: Soaked = { reads, saves, samples: [], faults: 0 };
  const rest = steadyEditor(server);
  const ids = new Map<number, unknown>();
  for (const document of [...SAVED, PLANNED]) {
    ids.set(document, await createDocument(rest, document));
    acknowledged.set(document, 0);
  }
  const parts = { server, rest, acknowledged, reads, saves, fault: state, goesOn };

  async function repeat(work: () => Promise<void> | void, pause: number): Promise<void> {
    while (goesOn()) {
      await work();
      await sleep(Math.max(0, Math.min(pause, end - Date.now())));
    }
  }

  async function faults(): Promise<void> {
    if (!fault) return;
    // One that could not be repaired, and recovered from, before the end would only spoil it.
    while (Date.now() + fault.every < end) {
      await sleep(fault.every / 2);
      state.isOn = true;
      state.isRecovering = true;
      await fault.cause();
      state.isOn = false;
      soaked.faults += 1;
      await sleep(fault.every / 2);
    }
  }

  await Promise.all([
    ...Array.from({ length: READERS }, () => repeat(() => readOnce(server, acknowledged, reads), 75)),
    ...SAVED.map((document) => saveOn(document, ids.get(document), parts)),
    planOn(PLANNED, ids.get(PLANNED), parts),
    repeat(async () => {
      reads.aborted += 1;
      await abortOne(server);
    }, 100),
    repeat(() => void soaked.samples.push(measure(server)), Math.min(10_000, milliseconds / 20)),
    faults(),
  ]);
  if (state.isRecovering) saves.failed.push('No save has succeeded since the last fault.');
  return soaked;
}

/** What is printed at the end. */
export function reportOf(name: string, { reads, saves, samples, faults }: Soaked): string {
  const [first, last] = [samples[0], samples.at(-1)];
  const hours = ((last?.at ?? 0) - (first?.at ?? 0)) / 3_600_000;
  const count = (lines: string[]) => lines.length - (lines[10] ? 1 - Number(/\d+/.exec(lines[10])) : 0);
  const of = (key: 'megabytes' | 'descriptors') =>
    `${Math.round(first?.[key] ?? 0)} at first, ${Math.round(last?.[key] ?? 0)} at the end, ${growthPerHour(samples, key).toFixed(1)} more an hour`;
  const lines = [
    `${name}: ${(hours * 60).toFixed(1)} minutes, ${faults} faults`,
    `reads         ${reads.reads}, and ${reads.aborted} aborted`,
    `failed reads  ${count(reads.failed)}`,
    `stale reads   ${count(reads.stale)}`,
    `saves         ${saves.acknowledged}`,
    `failed saves  ${count(saves.failed)}, and ${saves.failedInFaults} in faults`,
    `planned       ${saves.planned}, ${count(saves.late)} not carried out in time`,
    `memory, MB    ${of('megabytes')}`,
    `descriptors   ${of('descriptors')}`,
  ];
  return `\n${lines.join('\n  ')}\n`;
}
