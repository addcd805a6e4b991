#!/usr/bin/env node
import './require-node.js';
import { build, failed } from './build.js';

/** `npm start`: builds what is missing or older than its sources, then runs the server in this process. */
try {
  await build('dist', console.log);
  // Before the long build: what is wrong with the environment is wrong without it.
  const { loadEnvironment } = await import('../dist/src/system/settings/prepare.js');
  const { EnvironmentError } = await import('../dist/src/system/settings/env.js');
  try {
    loadEnvironment();
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await build('.next', console.log);
} catch (error) {
  failed(error);
}
process.env.NODE_ENV = 'production';
await import('../dist/src/server/server.js');
