import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { describeError } from '../system/logging/describeError.ts';
import type { Log } from '../system/logging/log.ts';
import { Trouble } from '../system/logging/OperatorError.ts';
import { addFront } from '../system/metrics/addFront.ts';
import { gaugeOf, oneOf, processRegistry } from '../system/metrics/registries.ts';
import type { Environment } from '../system/settings/env.ts';
import type { Front } from './front.ts';
import { listen, refusalOfMetrics } from './http/listen.ts';
import type { CmsProcess } from './processes/CmsProcess.ts';
import type { CmsNotes } from './processes/control.ts';

const CMS_STATES = ['up', 'starting', 'down', 'stopped'] as const;

/** Milliseconds since 1970 as Prometheus counts them. */
const seconds = (time: number | string) => new Date(time).getTime() / 1000;

export interface Measured {
  front: Pick<Front, 'counts' | 'readModel'>;
  cms: Pick<CmsProcess, 'metrics' | 'status'>;
  /** The folder of the checkpoint. */
  checkpoint: string;
  log: Log;
}

/**
 * Serves the metrics of both processes at `/metrics`.
 *
 * @throws EnvironmentError if the address cannot be used
 */
export async function serveMetrics(
  address: NonNullable<Environment['metrics']>,
  { front, cms, checkpoint, log }: Measured,
): Promise<void> {
  const registry = processRegistry('main');
  addFront(registry, front);
  addCms(registry, cms);
  addCheckpoint(registry, checkpoint);
  const trouble = new Trouble(log, 'The metrics can be gathered again.');
  const server = createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?')[0] !== '/metrics' || !isRead) {
      response.writeHead(isRead ? 404 : 405, isRead ? {} : { Allow: 'GET, HEAD' }).end();
      return;
    }
    try {
      const [own, ofCms] = await Promise.all([registry.getMetricsAsJSON(), cms.metrics()]);
      const all = AggregatorRegistry.aggregate(ofCms ? [own, ofCms] : [own]);
      const text = await all.metrics();
      trouble.ends();
      response.writeHead(200, { 'Content-Type': all.contentType, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    } catch (error) {
      trouble.begins(`The metrics could not be gathered: ${describeError(error)}`);
      response.writeHead(500).end();
    }
  });
  await listen(server, address, refusalOfMetrics);
}

function addCms(registry: Registry, cms: Pick<CmsProcess, 'status'>): void {
  const notes = (): CmsNotes => cms.status.notes ?? {};
  gaugeOf(
    registry,
    { name: 'portal_cms_state', help: 'The state of the cms, as in /readyz: 1.', labelNames: ['state'] },
    () => oneOf(CMS_STATES, cms.status.state),
  );
  gaugeOf(
    registry,
    {
      name: 'portal_save_failed_timestamp_seconds',
      help: 'When a save failed last, and why: disk full, read-only, no primary, no file, no file storage, other.',
      labelNames: ['reason'],
    },
    () => {
      const { saveFailed } = notes();
      return saveFailed ? [[{ reason: saveFailed.reason }, seconds(saveFailed.at)]] : [];
    },
  );
  gaugeOf(registry, { name: 'portal_media_missing', help: 'Images whose file is not in the folder.' }, () =>
    known(notes().mediaMissing),
  );
  gaugeOf(
    registry,
    {
      name: 'portal_planned_changes',
      help: 'Planned changes whose time has come (due), and those that have failed.',
      labelNames: ['state'],
    },
    () => Object.entries(notes().planned ?? {}).map(([state, count]) => [{ state }, count]),
  );
  gaugeOf(registry, { name: 'portal_import_timestamp_seconds', help: 'When the last import ended.' }, () => {
    const { imported } = notes();
    return known(imported && seconds(imported));
  });
  addBackups(registry, notes);
}

function addBackups(registry: Registry, notes: () => CmsNotes): void {
  for (const [name, note, help] of [
    ['portal_backup', 'made', 'When the database was last backed up.'],
    ['portal_backup_proved', 'proved', 'When a backup was last proved by a restore into an empty place.'],
    [
      'portal_backup_failed',
      'failed',
      'When the backup of a night has last failed, or was not as it should be.',
    ],
  ] as const)
    gaugeOf(registry, { name: `${name}_timestamp_seconds`, help }, () => {
      const { at } = notes().backups?.[note] ?? {};
      return known(at && seconds(at));
    });
}

function addCheckpoint(registry: Registry, folder: string): void {
  gaugeOf(
    registry,
    {
      name: 'portal_checkpoint_timestamp_seconds',
      help: 'When the lists on disk were last known to be current.',
    },
    () => known(timeOf(path.join(folder, 'index.json'))),
  );
}

/** Undefined where the file is not there, or cannot be read. */
function timeOf(file: string): number | undefined {
  try {
    return seconds(statSync(file).mtimeMs);
  } catch {
    return undefined;
  }
}

/** Without labels; no value at all for what is not known. */
function known(value: number | string | undefined): [Record<string, never>, number][] {
  return typeof value === 'number' ? [[{}, value]] : [];
}
