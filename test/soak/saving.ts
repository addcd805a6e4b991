import { setTimeout as sleep } from 'node:timers/promises';
import { LIST, type RestEditor, signInByRest } from '../support/editor.ts';
import { type Acknowledged, note, type Reads, readOnce, titled } from './reading.ts';

export interface Saves {
  acknowledged: number;
  /** A line for each save that failed while nothing was wrong with the machine; ten at most, then the number of others. */
  failed: string[];
  /** Saves that failed during a fault, or before the first success after it. */
  failedInFaults: number;
  planned: number;
  /** A line for each planned change that was not carried out in time. */
  late: string[];
}

/** A fault of the machine, from its beginning to the first save that succeeds after it. */
export interface FaultState {
  isOn: boolean;
  isRecovering: boolean;
}

/** In milliseconds; a session ends after eight hours. */
const SESSION = 30 * 60_000;

/** An editor who signs in again now and then. @returns REST that throws where there is no answer */
export function steadyEditor(server: { url: string }): RestEditor['rest'] {
  let signedIn: Promise<RestEditor> | undefined;
  let since = 0;
  return async (...request) => {
    if (!signedIn || Date.now() - since > SESSION) {
      since = Date.now();
      signedIn = signInByRest(server);
      signedIn.catch(() => {
        signedIn = undefined;
      });
    }
    return (await signedIn).rest(...request);
  };
}

/** Creates a published document. @returns its id */
export async function createDocument(rest: RestEditor['rest'], document: number): Promise<unknown> {
  const data = { title: titled(document, 0), slug: `soak-${document}`, _status: 'published' };
  const { status, value } = await rest('POST', LIST, data);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(value)}`);
  return (value.doc as { id: unknown }).id;
}

interface Saved {
  server: { url: string };
  rest: RestEditor['rest'];
  acknowledged: Acknowledged;
  reads: Reads;
  saves: Saves;
  fault: FaultState;
  goesOn: () => boolean;
}

/** Saves a document again and again, and reads the list after each answer. */
export async function saveOn(document: number, id: unknown, soaked: Saved): Promise<void> {
  const { server, rest, acknowledged, reads, saves, fault, goesOn } = soaked;
  for (let save = 1; goesOn(); save += 1) {
    const data = { title: titled(document, save), _status: 'published' };
    const during = fault.isOn || fault.isRecovering;
    const answer = await rest('PATCH', `${LIST}/${id}`, data).catch((error: Error) => error.message);
    if (typeof answer === 'object' && answer.status === 200) {
      acknowledged.set(document, save);
      saves.acknowledged += 1;
      if (!fault.isOn) fault.isRecovering = false;
      await readOnce(server, acknowledged, reads);
    } else if (during || fault.isOn || fault.isRecovering) {
      saves.failedInFaults += 1;
    } else {
      note(
        saves.failed,
        typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.value)}`,
      );
    }
    await sleep(250);
  }
}

/** Servers carry out what is planned at the start of every minute, and after a fault once they are well again. */
const PUNCTUAL = 3 * 60_000;

/** Plans one change after the other, and waits for each to be shown. */
export async function planOn(document: number, id: unknown, soaked: Saved): Promise<void> {
  const { rest, acknowledged, saves, fault, goesOn } = soaked;
  for (let save = 1; goesOn(); save += 1) {
    const at = new Date(Date.now() + 5000).toISOString();
    const query = new URLSearchParams({ change: 'publish', at, draft: 'true' });
    const planned = await rest('POST', `${LIST}/${id}/planned?${query}`, {
      title: titled(document, save),
    }).catch(() => undefined);
    if (planned?.status !== 201) {
      if (!fault.isOn && !fault.isRecovering)
        note(saves.failed, `planning: ${planned?.status ?? 'no answer'}`);
      await sleep(1000);
      continue;
    }
    saves.planned += 1;
    let patience = PUNCTUAL;
    while (goesOn() && patience > 0) {
      const { value } = await rest('GET', `${LIST}/${id}`).catch(() => ({
        value: {} as { title?: unknown },
      }));
      if (value.title === titled(document, save)) break;
      if (!fault.isOn && !fault.isRecovering) patience -= 1000;
      await sleep(1000);
    }
    if (patience <= 0) note(saves.late, `save ${save} of document ${document}, planned for ${at}`);
    else if (goesOn()) acknowledged.set(document, save);
  }
}
