import { build, failed } from './build.js';

/** `npm run build`: builds what is missing or older than its sources. */
try {
  await build('dist', console.log);
  await build('.next', console.log);
} catch (error) {
  failed(error);
}
