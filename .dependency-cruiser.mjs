/**
 * The rooms of the house and what each may import, from the ground up: a room imports only rooms above it in this list, and
 * of those only the ones that it names. Parts of a large room, named `room/part`, follow the same rule. `npm run lint` holds
 * the code against it; `bin/rooms.js` draws it.
 */
export const ROOMS = [
  // Leaves that know no Payload.
  { name: 'lists', path: 'endpoints/lists/', imports: [] },
  { name: 'read-model', path: 'endpoints/read-model/', imports: ['lists'] },
  { name: 'http', path: 'endpoints/http/', imports: ['lists', 'read-model'] },
  { name: 'openapi', path: 'endpoints/openapi/', imports: ['lists', 'http'] },
  { name: 'contract', path: 'endpoints/contract/', imports: ['lists', 'http'] },
  // What a process needs of its machine, of Payload, and of its database; texts.
  { name: 'system', path: 'src/system/', imports: ['lists', 'read-model', 'http'] },
  { name: 'payload', path: 'src/payload/', imports: ['lists', 'system'] },
  { name: 'rich-text', path: 'src/rich-text/(?!editor/)', imports: ['lists'] },
  { name: 'rich-text/editor', path: 'src/rich-text/editor/', imports: ['lists', 'payload', 'rich-text'] },
  { name: 'database', path: 'src/database/', imports: ['system', 'payload'] },
  // What a save does.
  {
    name: 'collections',
    path: 'collections/',
    imports: ['lists', 'read-model', 'system', 'payload', 'rich-text', 'rich-text/editor', 'database'],
  },
  // From what was saved to what is served.
  {
    name: 'changes',
    path: 'src/(changes/|next\\.ts|withPortal\\.ts)',
    imports: ['lists', 'read-model', 'http', 'system', 'payload', 'database', 'collections'],
  },
  // Who did what.
  {
    name: 'audit',
    path: 'src/audit/',
    imports: ['system', 'payload', 'database', 'collections'],
  },
  // What editors see. The rules of the checks read and write nothing.
  {
    name: 'editing/checks/rules',
    path: 'src/editing/checks/rules/',
    imports: ['lists', 'payload', 'rich-text', 'collections'],
  },
  {
    name: 'editing',
    path: 'src/editing/(?!checks/rules/)',
    imports: [
      ...['lists', 'read-model', 'http', 'system', 'payload', 'rich-text', 'rich-text/editor', 'database'],
      ...['collections', 'changes', 'audit', 'editing/checks/rules'],
    ],
  },
  // Sign-in by an organisation's identity provider.
  {
    name: 'openid',
    path: 'src/openid/',
    imports: ['system', 'payload', 'database', 'collections', 'audit', 'editing'],
  },
  {
    name: 'plugin',
    path: 'src/(plugin/|(index|client|rsc)\\.ts)',
    imports: [
      ...['lists', 'read-model', 'http', 'payload', 'rich-text', 'rich-text/editor', 'database'],
      ...['collections', 'changes', 'audit', 'editing', 'openid'],
    ],
  },
  // The way in and out. They stand beside what serves and edits, which knows neither.
  { name: 'capture', path: 'src/capture/', imports: ['lists', 'system'] },
  {
    name: 'migration/media',
    path: 'src/migration/media/',
    imports: ['lists', 'system', 'collections', 'capture'],
  },
  {
    name: 'migration/discover',
    path: 'src/migration/discover/',
    imports: ['lists', 'read-model', 'capture'],
  },
  // It reads and writes nothing.
  {
    name: 'migration/plan',
    path: 'src/migration/plan/',
    imports: ['lists', 'read-model', 'system', 'capture', 'migration/discover'],
  },
  {
    name: 'migration/apply',
    path: 'src/migration/apply/',
    imports: [
      ...['lists', 'read-model', 'system', 'payload', 'rich-text', 'database', 'collections', 'changes'],
      ...['migration/discover', 'migration/plan'],
    ],
  },
  {
    name: 'migration/runs',
    path: 'src/migration/runs/',
    imports: [
      ...['lists', 'system', 'rich-text', 'database', 'collections', 'changes', 'audit', 'capture'],
      ...['migration/media', 'migration/discover', 'migration/plan', 'migration/apply'],
    ],
  },
  {
    name: 'migration/parity',
    path: 'src/migration/parity/',
    imports: ['lists', 'read-model', 'http', 'system', 'capture', 'migration/discover'],
  },
  {
    name: 'migration',
    path: 'src/migration/(?!media/|discover/|plan/|apply/|runs/|parity/)',
    imports: [
      ...['lists', 'system', 'database', 'collections', 'capture', 'migration/media', 'migration/discover'],
      ...['migration/plan', 'migration/apply', 'migration/runs', 'migration/parity'],
    ],
  },
  {
    name: 'backup',
    path: 'src/backup/',
    imports: [
      ...[
        'lists',
        'read-model',
        'http',
        'system',
        'payload',
        'database',
        'collections',
        'changes',
        'audit',
        'capture',
      ],
    ],
  },
  // The ready-to-run server. Its first start imports the sample portal.
  {
    name: 'server',
    path: 'src/(server/|app/|payload\\.config\\.ts)',
    imports: [
      ...['lists', 'read-model', 'http', 'openapi', 'system', 'payload', 'rich-text', 'rich-text/editor'],
      ...['database', 'collections', 'changes', 'audit', 'plugin', 'migration'],
    ],
  },
  {
    name: 'commands',
    path: 'src/(commands/|cli\\.ts)',
    imports: [
      ...['lists', 'read-model', 'system', 'database', 'collections', 'audit', 'capture', 'migration/media'],
      ...['migration/parity', 'migration/runs', 'migration', 'backup', 'server', 'openid'],
    ],
  },
];

/** The rooms of `collections/`, from the ground up: each imports only those before it. */
const ROOMS_OF_COLLECTIONS = [
  'portal',
  'policies',
  'values',
  'queries',
  'save',
  'fields',
  'access',
  'media',
  'users',
];

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
    name: `${name.replaceAll('/', '-')}-imports`,
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
  '^src/(?:payload|commands|system|server|changes/webhooks)/',
  '^src/changes/serving\\.ts$',
  '^collections/media/(?:fileNames|makeSizes|metadata)\\.ts$',
  '^collections/(?:access/imageFiles|save/saveContext|values/searchText)\\.ts$',
  '^src/rich-text/(?:editor/|html/|convert\\.ts|safety/addresses\\.ts|served/parts\\.ts)',
  '^src/database/(?:backupNotes|counter|sqlite)\\.ts$',
  '^src/capture/(?:caches|elementSlices|folder|manifest)\\.ts$',
  '^src/migration/(?:discover/discoverSettings|plan/(?:captured|change|settings|stored))\\.ts$',
  '^src/migration/apply/(?:lock|writeDocument)\\.ts$',
  '^src/editing/(?:dashboard/(?:documents|waiting|words)|dryRun|planning/task|whereUsed)\\.tsx?$',
  '^src/editing/(?:checks/(?:collections|runChecks)|order/(?:orderOf|places))\\.ts$',
  '^src/openid/claims\\.ts$',
  '^src/editing/(?:preview/(?:difference|look)|publication/(?:states|versions|words))\\.ts$',
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
