/**
 * The rooms of the house and what each may import, from the ground up: a room imports only rooms above it in this list, and
 * of those only the ones that it names. `npm run lint` holds the code against it; `bin/rooms.js` draws it.
 */
export const ROOMS = [
  // Leaves that know no Payload.
  { name: 'lists', path: 'endpoints/lists/', imports: [] },
  { name: 'read-model', path: 'endpoints/read-model/', imports: ['lists'] },
  { name: 'http', path: 'endpoints/http/', imports: ['lists', 'read-model'] },
  { name: 'openapi', path: 'endpoints/openapi/', imports: ['lists', 'http'] },
  { name: 'contract', path: 'endpoints/contract/', imports: ['lists', 'http'] },
  // The ground floor: what all others need.
  { name: 'i18n', path: 'src/i18n/', imports: ['lists'] },
  { name: 'logging', path: 'src/logging/', imports: [] },
  { name: 'metrics', path: 'src/metrics/', imports: ['read-model'] },
  { name: 'settings', path: 'src/settings/', imports: ['lists', 'http', 'logging'] },
  { name: 'outbound', path: 'src/outbound/', imports: [] },
  { name: 'payload', path: 'src/payload/', imports: ['i18n', 'logging'] },
  { name: 'rich-text', path: 'src/rich-text/', imports: ['lists', 'i18n', 'payload'] },
  { name: 'database', path: 'src/database/', imports: ['settings', 'i18n', 'logging', 'payload'] },
  // What editors see, and what a save does.
  {
    name: 'collections',
    // `hooks.ts` has a room of its own.
    path: 'collections/(?!hooks\\.ts)',
    imports: ['lists', 'i18n', 'logging', 'payload', 'rich-text', 'database'],
  },
  // From what was saved to what is served.
  {
    name: 'documents',
    path: 'src/documents/',
    imports: ['lists', 'read-model', 'logging', 'payload', 'database', 'collections'],
  },
  {
    name: 'serving',
    path: 'src/(serving/|next\\.ts|withPortal\\.ts)',
    imports: ['lists', 'read-model', 'http', 'logging', 'payload', 'collections', 'documents'],
  },
  // The admin.
  {
    name: 'admin',
    path: 'src/admin/',
    imports: ['lists', 'i18n', 'payload', 'rich-text', 'collections'],
  },
  // Pure: they read and write nothing.
  {
    name: 'check-rules',
    path: 'src/editorial/checks/rules/',
    imports: ['lists', 'i18n', 'rich-text', 'collections'],
  },
  {
    name: 'editorial',
    path: 'src/editorial/(?!checks/rules/|preview/)',
    imports: [
      ...['lists', 'read-model', 'http', 'i18n', 'logging', 'outbound', 'payload', 'database', 'collections'],
      ...['documents', 'serving', 'admin', 'check-rules'],
    ],
  },
  {
    name: 'preview',
    path: 'src/editorial/preview/',
    imports: [
      'lists',
      'read-model',
      'http',
      'i18n',
      'payload',
      'collections',
      'documents',
      'serving',
      'editorial',
    ],
  },
  // The order of a save, from the hooks of all rooms.
  {
    name: 'hooks',
    path: 'collections/hooks\\.ts',
    imports: ['payload', 'database', 'collections', 'documents', 'editorial'],
  },
  {
    name: 'plugin',
    path: 'src/(plugin/|index\\.ts|client\\.ts|rsc\\.ts)',
    imports: [
      ...['lists', 'read-model', 'http', 'i18n', 'payload', 'rich-text', 'database', 'collections'],
      ...['documents', 'serving', 'admin', 'editorial', 'preview', 'hooks'],
    ],
  },
  // The way in and out, and the ready-to-run server.
  { name: 'source', path: 'src/migration/source/', imports: ['logging', 'outbound'] },
  {
    name: 'captured-media',
    path: 'src/migration/media/',
    imports: ['lists', 'collections', 'outbound', 'source'],
  },
  { name: 'discover', path: 'src/migration/discover/', imports: ['lists', 'read-model', 'source'] },
  // Pure: it reads and writes nothing.
  {
    name: 'plan',
    path: 'src/migration/plan/',
    imports: ['lists', 'read-model', 'logging', 'source', 'discover'],
  },
  {
    name: 'apply',
    path: 'src/migration/apply/',
    imports: [
      ...['lists', 'read-model', 'logging', 'rich-text', 'database', 'collections', 'documents', 'discover'],
      'plan',
    ],
  },
  {
    name: 'runs',
    path: 'src/migration/runs/',
    imports: [
      ...['lists', 'logging', 'rich-text', 'database', 'collections', 'documents', 'source'],
      ...['captured-media', 'discover', 'plan'],
      'apply',
    ],
  },
  {
    name: 'parity',
    path: 'src/migration/parity/',
    imports: ['lists', 'read-model', 'http', 'logging', 'outbound', 'source', 'discover'],
  },
  {
    name: 'migration',
    path: 'src/migration/(?!source/|media/|discover/|plan/|apply/|runs/|parity/)',
    imports: [
      ...['lists', 'logging', 'database', 'collections', 'source', 'captured-media', 'discover', 'plan'],
      ...['apply', 'runs', 'parity'],
    ],
  },
  {
    name: 'server',
    path: 'src/(server/|app/|payload\\.config\\.ts)',
    imports: [
      ...['lists', 'read-model', 'http', 'openapi', 'i18n', 'logging', 'metrics', 'settings', 'payload'],
      ...['rich-text', 'database', 'collections', 'serving', 'plugin', 'migration'],
    ],
  },
  {
    name: 'backup',
    path: 'src/backup/',
    imports: [
      ...['read-model', 'http', 'logging', 'settings', 'payload', 'database', 'collections', 'documents'],
      'source',
    ],
  },
  {
    name: 'commands',
    path: 'src/(commands/|cli\\.ts)',
    imports: [
      ...['logging', 'settings', 'database', 'collections', 'source', 'captured-media', 'parity'],
      ...['runs', 'migration', 'server', 'backup'],
    ],
  },
];

/** The rooms of `collections/`, from the ground up: each imports only those before it. */
const ROOMS_OF_COLLECTIONS = ['portal', 'values', 'queries', 'save', 'fields', 'access', 'media', 'users'];

/** The generated migrations of SQLite, and the import map that Payload makes. */
const GENERATED = '^src/(database/migrations/|app/.*importMap)';
const HOUSE = '^(?:endpoints|collections|src)/';

const anyOf = (rooms) => `^(?:${rooms.map(({ path }) => path).join('|')})`;

for (const [place, { name, imports }] of ROOMS.entries()) {
  const above = ROOMS.slice(0, place).map((room) => room.name);
  const wrong = imports.filter((each) => !above.includes(each));
  if (wrong.length > 0)
    throw new Error(`${name} imports ${wrong.join(', ')}, which does not stand above it.`);
}

const forbidden = [
  { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'every-file-in-a-room',
    severity: 'error',
    from: { path: HOUSE, pathNot: anyOf(ROOMS) },
    to: {},
  },
  ...ROOMS.map(({ name, path, imports }) => ({
    name: `${name}-imports`,
    comment: `${name} imports ${imports.join(', ') || 'no other room'}.`,
    severity: 'error',
    from: { path: `^${path}` },
    to: {
      path: HOUSE,
      pathNot: anyOf(ROOMS.filter((room) => room.name === name || imports.includes(room.name))),
    },
  })),
];

for (const [place, name] of ROOMS_OF_COLLECTIONS.entries()) {
  const known = ROOMS_OF_COLLECTIONS.slice(0, place + 1).join('|');
  forbidden.push({
    name: `collections-${name}-imports`,
    severity: 'error',
    from: { path: `^collections/${name}/` },
    to: { path: '^collections/', pathNot: `^collections/(?:${known})/` },
  });
}

/**
 * A room's public modules: its `index.ts`, what the package exports, each file of a room that has one thing in each, and single
 * files that stand for what they hold.
 */
const FRONTS = [
  '/index\\.tsx?$',
  '^src/\\w+(?:\\.config)?\\.ts$',
  '^src/(?:i18n|payload|commands)/',
  '^collections/(?:access/imageFiles|save/note|values/searchText)\\.ts$',
  '^src/database/(?:counter|sqlite)\\.ts$',
  '^src/migration/source/(?:elementSlices|folder|manifest)\\.ts$',
  '^src/migration/(?:discover/discoverSettings|plan/(?:captured|matching|ranks|stored))\\.ts$',
  '^src/migration/apply/(?:lock|writeDocument)\\.ts$',
  '^src/editorial/(?:dashboard/dashboardData|planning/jobs|rehearsal/dryRun|whereUsed/findUses)\\.ts$',
  '^src/editorial/(?:preview/(?:difference|look)|publication/(?:states|versions|words))\\.ts$',
].join('|');

forbidden.push({
  name: 'tests-ask-in-front',
  comment: 'A test imports a room through its public module, so that a redesign of the room keeps it.',
  severity: 'error',
  from: { path: '^test/' },
  to: { path: HOUSE, pathNot: FRONTS },
});

export default {
  forbidden,
  options: {
    // Imports of types count: a room that names another's types knows it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: `node_modules|${GENERATED}` },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
};
