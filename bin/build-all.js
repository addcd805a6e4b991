import './require-node.js';
import { build, failed } from './build.js';

/** `npm run build [dist]`: builds what is missing or older than its sources, or only what is named. */
const [only] = process.argv.slice(2);
try {
  for (const what of ['dist', '.next'])
    if (only === undefined || only === what) await build(what, console.log);
} catch (error) {
  failed(error);
}
