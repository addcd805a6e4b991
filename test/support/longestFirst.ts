import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Orders files by project, since a worker keeps loaded modules for one project only. */
const PROJECTS = ['browser', 'browser-mongodb', 'mongodb', 'postgres', 'process', 'sqlite', 'unit'];

/** Slow files that mostly wait, for a process, a database or a time limit. The slowest first. */
const WAITING = [
  /backup\/roundTrip/,
  /commands\/capture/,
  /changes\/stream/,
  /faults\/cms/,
  /collections\/conflicts/,
  /server\/(?:bodies|checkpointFaults|firstStart|front|objectStorage|stopping)\./,
  /processes\/CmsProcess/,
];

/** Slow files that are busy all the time: commands, mostly. */
const BUSY = [
  /server\/server\.process/,
  /database\/nextVersion/,
  /\.process\.test/,
  /editing\/review/,
  /migration\/(?:conflicts|import|laterImports|wayBack)/,
  /collections\/rights/,
];

/** How many other files start between two that wait. */
const BETWEEN = 5;

/**
 * Starts slow files first, so that no single file is left running at the end. (vitest does this only from the second run.)
 * Those that wait start one by one among the others: together, they would leave the processors idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = new Set(files.map(({ project }) => project.name));
    const inOrder = [...projects].sort((one, other) => PROJECTS.indexOf(one) - PROJECTS.indexOf(other));
    return inOrder.flatMap((name) => spread(files.filter(({ project }) => project.name === name)));
  }
}

function spread(files: TestSpecification[]): TestSpecification[] {
  const place = (patterns: RegExp[], { moduleId }: TestSpecification) => {
    const at = patterns.findIndex((pattern) => pattern.test(moduleId));
    return at < 0 ? patterns.length : at;
  };
  const by = (patterns: RegExp[]) => (one: TestSpecification, other: TestSpecification) =>
    place(patterns, one) - place(patterns, other);
  const waits = (file: TestSpecification) => place(WAITING, file) < WAITING.length;
  const waiting = files.filter(waits).sort(by(WAITING));
  const busy = files.filter((file) => !waits(file)).sort(by(BUSY));
  return [
    ...waiting.flatMap((file, at) => [file, ...busy.slice(at * BETWEEN, (at + 1) * BETWEEN)]),
    ...busy.slice(waiting.length * BETWEEN),
  ];
}
