import path from 'node:path';
import type { CollectionSlug, ServerProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { portalOf, slugOfKind } from '../../../collections/portal/portal.ts';
import { listPath } from '../../../endpoints/http/paths.ts';
import { bilingual, translate } from '../../payload/i18n/bilingual.ts';

const POSTS = 'news-posts';

const HEADING = bilingual(
  'Για πρώτη φορά εδώ; Τρία πράγματα σε ένα λεπτό',
  'New here? Three things in a minute',
);
const SAMPLE = bilingual(
  'Αυτή η πύλη είναι επινοημένη. Η δική σας αρχίζει σε άλλη βάση δεδομένων (DATABASE_URI).',
  'This portal is made up. Yours begins in another database (DATABASE_URI).',
);
const PLACE = bilingual(
  'Ανοίξτε ένα νέο: το «Στην πύλη» δείχνει τη θέση του στη λίστα, και πριν δημοσιεύσετε μια αλλαγή, τι ακριβώς θα διαβάσει η πύλη.',
  'Open a news post: "On the portal" shows its place in the list and, before you publish a change, exactly what the portal will read.',
);
const BYTES = bilingual(
  'Δείτε τη λίστα: κάθε byte είναι όπως το έστελνε το παλιό σύστημα, και μια δημοσίευση φαίνεται πριν ακόμη απαντήσει το κουμπί.',
  'See the list: every byte is as the legacy system sent it, and what you publish shows before the button has answered.',
);
const PARITY = bilingual(
  'Συγκρίνετε όλες τις λίστες με όσα έστελνε εκείνο, σε ένα τερματικό:',
  'Compare all lists with what that system sent, in a terminal:',
);
const OPEN = bilingual('Νέα', 'News posts');
const LIST = bilingual('Η λίστα των νέων', 'The list of news posts');

/** What a stranger can see in a minute, as long as the database has the made-up portal alone. */
export async function SampleGuide({ i18n, payload, user }: ServerProps) {
  if (!user) return null;
  const { docs } = await payload.find({
    collection: 'portal-import-runs' as CollectionSlug,
    depth: 0,
    limit: 2,
    pagination: false,
  });
  const [run, another] = docs as unknown as { folder?: unknown }[];
  if (another || path.basename(String(run?.folder)) !== 'sample') return null;
  const { config } = payload;
  const { paths, prefixes, serverUrl } = portalOf(config);
  const t = (text: typeof OPEN) => translate(text, i18n.language);
  const list = listPath({ key: POSTS }, { prefix: prefixes[0] ?? '', paths });
  const href = formatAdminURL({
    adminRoute: config.routes.admin,
    includeBasePath: true,
    path: `/collections/${slugOfKind({ config }, POSTS)}`,
  });
  return (
    <section style={{ marginBlockEnd: 'var(--base)', maxWidth: '60rem' }}>
      <h2 style={{ fontSize: '1.2rem', margin: 0 }}>{t(HEADING)}</h2>
      <p>{t(SAMPLE)}</p>
      <ol>
        <li>
          {t(PLACE)} <a href={href}>{t(OPEN)}</a>
        </li>
        <li>
          {t(BYTES)} <a href={list}>{t(LIST)}</a>
        </li>
        <li>
          {t(PARITY)} <code>npx portal-content parity --legacy sample --new {serverUrl}</code>
        </li>
      </ol>
    </section>
  );
}
