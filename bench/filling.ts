import { withPayload } from '../src/commands/withPayload.ts';
import { multiply } from './multiply.ts';

/** A process that fills the server's own, empty database: `filling.js POSTS LINKS`. */

const [posts, links] = process.argv.slice(2).map(Number);

await withPayload(undefined, (payload) =>
  multiply(payload, [
    { ours: 'news-posts', count: posts ?? 0 },
    { ours: 'service-useful-links', count: links ?? 0 },
  ]),
);
process.exit();
