import path from 'node:path';
import type { BasePayload } from 'payload';
import { portalOf } from '../../collections/portal/portal.ts';
import type { List } from '../../endpoints/lists/index.ts';
import { type Capture, lookAtCapture, ofLists } from '../capture/folder.ts';
import { captureFile, NoCapture } from '../capture/manifest.ts';
import { prefixesIn } from '../capture/otherRequests.ts';
import { writeFast } from '../database/sqlDatabase.ts';
import { commandLine } from '../system/logging/commandLine.ts';
import { OperatorError } from '../system/logging/OperatorError.ts';
import { apply, setOwnImages } from './apply/apply.ts';
import { type CopyOptions, copyImages, type FileOf } from './apply/images.ts';
import { type ImportLock, takeLock } from './apply/lock.ts';
import { readContents, readStored } from './apply/readStored.ts';
import { withRetry } from './apply/retry.ts';
import { sizeRefusal } from './apply/writeDocument.ts';
import { addressesIn, type HostCount, imageUrl } from './media/captureMedia.ts';
import { chosenLists } from './parity/sides.ts';
import { type Captured, readCaptured, verifyCaptured } from './plan/captured.ts';
import { type Matched, matchStored } from './plan/change.ts';
import { toCompare } from './plan/decide.ts';
import { DoubtfulCapture, type DoubtKind } from './plan/doubts.ts';
import { isIdle, type Plan, type PlanOptions, planImport, type Write } from './plan/planImport.ts';
import { authorNumbers, textFindings } from './runs/findings.ts';
import { beginRun, endRun, interruptedRun, lastCapture, type Run, saidBefore } from './runs/record.ts';
import type { ImportBackup, ImportedMedia, ImportProgress, ImportReport } from './runs/report.ts';
import {
  addDone,
  changesOf,
  type FinishedImport,
  nothingDone,
  type PlannedChange,
  reportOf,
} from './runs/report.ts';

/** Options of {@link importCapture} and {@link previewImport}. */
export interface ImportOptions extends PlanOptions {
  /** The folder with the captures. */
  from: string;
  /** @default those that this Payload serves and the legacy system has */
  lists?: readonly List[];
  /** The keys of those that are imported; the others are left as they are. @default all */
  only?: readonly string[];
  /** What may be wrong with the capture. @default nothing */
  allow?: readonly DoubtKind[];
  /** What becomes of the files of images. @default they are left alone, and lists give the addresses that they gave */
  media?: MediaMode;
  /** Imports only if the plan still has this digest. */
  plan?: string;
  /**
   * Backs up what is here, which is the way back. Called before the first write, unless there is nothing to write.
   * @param earlier the backup of the import that this one goes on with; it is of what was here before both
   * @default no backup is made
   */
  backup?(earlier: ImportBackup | undefined): Promise<ImportBackup | undefined>;
  /** Told now and then how far the import is. */
  onProgress?(progress: ImportProgress): void;
}

/** What an import would do. */
export interface ImportPreview {
  /** Tells the plan from others; `ImportOptions.plan` takes it. */
  plan: string;
  /** What the import would report. */
  report: ImportReport;
  /** What would be done with each document, and why; those that nothing has changed are left out. */
  changes: PlannedChange[];
}

/** The plan is not the one that was looked at. */
class OtherPlan extends OperatorError {
  override readonly name = 'OtherPlan';

  constructor(wanted: string, now: string) {
    super(
      `What would be done now is another plan (${now}) than ${wanted}: the capture, or something here, has changed since. ` +
        'Nothing is imported. Look at it again with --dry-run.',
    );
  }
}

/**
 * Brings a captured legacy portal into Payload: documents, and the settings that its orders show.
 *
 * Running it again changes nothing; after a new capture it changes what has changed in the source. Nothing is ever deleted.
 * @throws NoCapture when the folder holds none
 * @throws DoubtfulCapture naming everything that is wrong with the capture, and is not allowed
 * @throws OtherPlan when `plan` is not what would be done
 * @throws ImportRunning when another import is at work on this database
 */
export async function importCapture(payload: BasePayload, options: ImportOptions): Promise<ImportReport> {
  const read = await readAll(payload, options);
  const lock = await takeLock(payload);
  try {
    const { run, ...ended } = await writeFast(payload, () => carryOut(payload, read, lock, options));
    const { media: mode, onProgress } = options;
    const tell = (done: number, total: number) => onProgress?.({ phase: 'images', done, total });
    const copying = { fileOf: read.images.fileOf, lock, onProgress: tell };
    const media = mode && (await writeFast(payload, () => withImages(payload, mode, copying)));
    const whole = await withRetry(payload, () => wholeReport(payload, read, ended, media));
    const report = { ...whole, ...(run.backup && { backup: run.backup }) };
    await withRetry(payload, () => endRun(payload, run, report));
    return report;
  } finally {
    await lock.release();
  }
}

/**
 * Says what {@link importCapture} would do and report. Nothing is written, so what only a save finds out is not known: that
 * a hook refuses it, or that something published needs what would be withdrawn.
 * @throws NoCapture when the folder holds none
 * @throws DoubtfulCapture naming everything that is wrong with the capture, and is not allowed
 * @throws OtherPlan when `plan` is not what would be done
 */
export async function previewImport(payload: BasePayload, options: ImportOptions): Promise<ImportPreview> {
  const read = await readAll(payload, options);
  const matched = await readMatched(payload, read.captured);
  const first = planImport(matched, new Map(), options);
  refuseUnlessAllowed(first, options);
  const rejected = new Map(
    first.writes.flatMap((write): [string, string][] => {
      const reason = sizeRefusal(payload, write);
      return reason === undefined ? [] : [[write.element.id, reason]];
    }),
  );
  const plan = rejected.size > 0 ? planImport(matched, rejected, options) : first;
  const written = new Set(plan.writes.map(({ element }) => element.id));
  const ended = { ...nothingDone(), first, plan };
  addDone(ended, first, (id) => written.has(id));
  const media = options.media && (await withImages(payload, options.media, plannedImages(read, first)));
  return {
    plan: first.digest,
    report: await wholeReport(payload, read, ended, media, plan.writes),
    changes: changesOf(plan),
  };
}

/**
 * The report of an import that is carried out, or of one that is only planned.
 * @param planned what is still to be written
 */
async function wholeReport(
  payload: BasePayload,
  { captured, names, images, notReproduced }: ReadAll,
  ended: Omit<FinishedImport, 'captured' | 'names'>,
  media: ImportedMedia | undefined,
  planned: readonly Write[] = [],
): Promise<ImportReport> {
  const findings = await textFindings(payload, planned);
  const report = {
    ...reportOf({ ...ended, captured, names }),
    ...neededPrefixes(payload, captured),
    ...(media && { media }),
    hosts: images.hosts,
    notReproduced,
    active: findings.filter(({ kind }) => kind === 'imported'),
    authors: await authorNumbers(payload, captured),
  };
  return { ...report, known: await saidBefore(payload, report) };
}

type ReadAll = Awaited<ReturnType<typeof readAll>>;

async function readAll(
  payload: BasePayload,
  { from, media: mode, only, onProgress, ...options }: ImportOptions,
) {
  const { captured: legacy, captures: names, media } = portalOf(payload.config);
  const { lists = legacy } = options;
  chosenLists(lists, only);
  const keys = lists.map(({ key }) => key);
  onProgress?.({ phase: 'reading', done: 0, total: 1 });
  const whole = await lookAtCapture(from, keys, names);
  const expected = whole.manifest?.expected;
  const isExpected = (key: string) => expected?.includes(captureFile(names[key] ?? key)) ?? true;
  const asked = ofLists(whole, only ?? keys);
  const asRead = readCaptured(asked, lists, {
    images: media.isOwn,
    only: only ?? keys.filter(isExpected),
  });
  const images = capturedImages(payload, asked, lists, mode);
  onProgress?.({ phase: 'checking', done: 0, total: 1 });
  const notReproduced = await verifyCaptured(asRead);
  // The bodies are in memory no longer.
  const { expected: _, ...captured } = asRead;
  return { names, captured, images, notReproduced };
}

/** What the lists' prefixes have to be, where the source answers at one at which this server does not. */
function neededPrefixes(payload: BasePayload, { capture: { manifest } }: Captured): { prefixes?: string[] } {
  const { prefixes, redirects } = portalOf(payload.config);
  const here = [...prefixes, ...Object.entries(redirects).map((each) => each.join('>'))];
  const missing = (manifest ? prefixesIn(manifest) : []).filter((each) => !here.includes(each));
  const placeOf = (prefix: string) => prefix.replace(/>.*/, '');
  const left = here.filter((each) => !missing.some((other) => placeOf(other) === placeOf(each)));
  return missing.length > 0 ? { prefixes: [...left, ...missing] } : {};
}

/** @throws DoubtfulCapture or OtherPlan */
function refuseUnlessAllowed({ digest, doubts }: Plan, { allow = [], from, plan }: ImportOptions): void {
  const left = doubts.filter(({ kind }) => kind === null || !allow.includes(kind));
  if (left.length > 0) throw new DoubtfulCapture(from, left);
  if (plan !== undefined && plan !== digest) throw new OtherPlan(plan, digest);
}

async function readMatched(payload: BasePayload, captured: Captured): Promise<Matched> {
  const kinds = captured.lists.map(({ key }) => key);
  const here = await readStored(payload, kinds);
  here.lastCapture = await lastCapture(payload);
  const matched = matchStored(captured, here);
  await readContents(payload, toCompare(matched));
  return matched;
}

/**
 * Plans and applies, until nothing is left open: what the database refuses changes what is done with others, and what an
 * editor saves meanwhile is looked at again.
 */
async function carryOut(payload: BasePayload, read: ReadAll, lock: ImportLock, options: ImportOptions) {
  const { onProgress = () => {}, media } = options;
  const refused = new Map<string, string>();
  const did = nothingDone();
  let begun: { first: Plan; run: Pick<Run, 'backup' | 'id'> } | undefined;
  for (;;) {
    const matched = await withRetry(payload, () => readMatched(payload, read.captured));
    const plan = planImport(matched, refused, options);
    if (!begun) {
      refuseUnlessAllowed(plan, options);
      const folder = path.resolve(options.from);
      const earlier = (await interruptedRun(payload))?.backup;
      const writes =
        !isIdle(plan) ||
        (media !== undefined && (await bringsImages(payload, media, plannedImages(read, plan))));
      const backup = (writes ? await options.backup?.(earlier) : undefined) ?? earlier;
      const run = await beginRun(payload, {
        capture: read.captured.capture,
        folder,
        plan: plan.digest,
        backup,
      });
      begun = { first: plan, run };
    }
    const outcome = await apply(payload, plan, {
      lock,
      onStep: (list, done, total) =>
        onProgress(list ? { phase: 'writing', list, done, total } : { phase: 'preparing', done, total }),
    });
    addDone(did, plan, (id) => outcome.written.has(id));
    for (const [key, reason] of outcome.stayed) did.stayed.set(key, reason);
    if (outcome.refused.size === 0 && outcome.open.size === 0) return { ...begun, plan, ...did };
    for (const [id, reason] of outcome.refused) refused.set(id, reason);
  }
}

/**
 * What becomes of the files of images. `link`: lists give their addresses in the legacy system. `copy`: the files of the
 * capture are brought in, and lists go on giving those addresses. `switch`: the same, and lists give the addresses of our files.
 */
export type MediaMode = 'link' | 'copy' | 'switch';

/** What a capture has of images. */
interface CapturedImages {
  hosts: HostCount[];
  fileOf: FileOf;
}

/** Stands for a legacy system that a folder which was saved by hand does not name. */
const UNKNOWN = 'http://legacy.invalid';

/**
 * The hosts that a capture points to, and the files behind its images.
 * @param mode in which they are asked for
 * @throws NoCapture when files are asked for and the capture has none, or this Payload has no images with legacy addresses
 */
function capturedImages(
  payload: BasePayload,
  capture: Capture,
  lists: readonly List[],
  mode: MediaMode | undefined,
): CapturedImages {
  const { folder, manifest } = capture;
  const { from = UNKNOWN, media } = manifest ?? {};
  if (mode !== undefined && !portalOf(payload.config).media.isOwn)
    throw new NoCapture(
      '--media is for the collection of images that the plugin brings (media: { own: true }). In your own, nothing keeps the addresses of the legacy system.',
    );
  if (mode !== undefined && mode !== 'link' && !media)
    throw new NoCapture(
      `${folder} has no files of images. Save them with: ${commandLine('capture', ...(manifest ? [] : ['--from', 'URL']), '--to', folder, '--media')}`,
    );
  const files = new Map(media?.files.map((each) => [each.url, each]));
  const reasons = new Map(media?.failed.map(({ url, reason }) => [url, `: ${reason}`]));
  return {
    hosts: addressesIn(capture, lists, from).hosts,
    fileOf(address) {
      const url = URL.canParse(address) ? imageUrl(new URL(address)) : address;
      const found = files.get(url);
      if (!found) return { reason: `the capture does not have it${reasons.get(url) ?? ''}` };
      return { path: path.join(folder, found.file), mimetype: found.type };
    },
  };
}

/** How images are looked at before anything is written. */
const plannedImages = ({ images: { fileOf } }: ReadAll, { images }: Plan): CopyOptions => ({
  fileOf,
  made: images.map(({ url }) => url),
});

/** Whether {@link withImages} would write anything. */
async function bringsImages(...planned: Parameters<typeof withImages>): Promise<boolean> {
  const { copied, ownImages } = await withImages(...planned);
  return copied > 0 || ownImages !== (await setOwnImages(planned[0], undefined));
}

/** Brings in the files of images, or says what would be done, and which addresses the lists give. */
async function withImages(
  payload: BasePayload,
  mode: MediaMode,
  options: CopyOptions,
): Promise<ImportedMedia> {
  const copied = mode === 'link' ? { copied: 0, there: 0, failed: [] } : await copyImages(payload, options);
  const wanted = mode === 'copy' ? undefined : mode === 'switch';
  const isTold = options.lock === undefined && wanted !== undefined;
  return { ...copied, ownImages: isTold ? wanted : await setOwnImages(payload, wanted) };
}
