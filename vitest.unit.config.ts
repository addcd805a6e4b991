import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { project } from './test/support/project.ts';

/** The quick tests alone, without a look for what the others need. */
export default defineConfig({ test: { projects: [project('unit')], maxWorkers: availableParallelism() } });
