import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Orders files by project, since a worker keeps loaded modules for one project only, and within it by duration. */
const PROJECTS = [
  'hosts',
  'browser',
  'browser-mongodb',
  'mongodb',
  'postgres',
  'node24',
  'process',
  'sqlite',
  'long',
  'unit',
];

/** The slowest files, slowest first; then the slowest kind. */
const FILES = [
  /faults\/(?:cms|checkpoint)/,
  /migration\/(?:beside|capture\.process)|docs\/migration/,
  /faults\/failover/,
  /server\/(?:front\.|createAdmin)/,
  /\.process\.test/,
];

/** Starts slow files first, so that no single file is left running at the end. (vitest does this only from the second run.) */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ project, moduleId }: TestSpecification): number {
  const file = FILES.findIndex((pattern) => pattern.test(moduleId));
  return PROJECTS.indexOf(project.name) * (FILES.length + 1) + (file < 0 ? FILES.length : file);
}
