import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EnvironmentError, publicUrl, readEnvironment } from '../../../src/system/settings/env.ts';
import { unreadNames } from '../../../src/system/settings/envFile.ts';
import { loadEnvironment, prepareEnvironment } from '../../../src/system/settings/prepare.ts';
import { variableNames, variables } from '../../../src/system/settings/variables.ts';
import { freshFolder } from '../../support/databases.ts';

const SECRET = 'sixteen letters!';
const HOOK_SECRET = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const NEXT_HOOK_SECRET = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
const configured = { DATABASE_URI: 'mongodb://db.example/portal?replicaSet=rs0', PAYLOAD_SECRET: SECRET };

function refusal(env: Record<string, string>): string {
  try {
    readEnvironment(env);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('what the environment comes to', () => {
  it('needs nothing: a database of its own under ./data, port 3000 of this machine alone', () => {
    expect(readEnvironment({})).toMatchObject({
      databaseUri: 'file:./data/portal.db',
      ownDatabase: true,
      dataDir: './data',
      host: '127.0.0.1',
      port: 3000,
      prefixes: ['/el/api/v1'],
      redirects: {},
      corsOrigins: [],
      trustProxy: [],
    });
  });

  it('takes what it is given', () => {
    expect(
      readEnvironment({
        ...configured,
        ADMIN_EMAIL: 'it@portal.example',
        ADMIN_PASSWORD: ' a "password" ',
        TWO_FACTOR: 'admin, editor,admin',
        DATA_DIR: '/srv/portal',
        MEDIA_URI: 's3://portal/media/2026/',
        S3_ENDPOINT: 'https://s3.portal.example:9000/',
        S3_REGION: 'eu-south-1',
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'a+secret/of=it',
        HOST: '::1',
        PORT: '0',
        SERVER_URL: 'https://cms.example.org/',
        PREFIXES: '/api/v1/ > /el/api/v1, /el/api/v1/, v1, /el/api/v1',
        PORTAL_NAME: 'Πύλη του Δήμου',
        PORTAL_LOGO: 'https://www.portal.example/logo.svg',
        BACKUP_KEEP: '7',
        BACKUP_TO: '/mnt/backups',
        LINK_CHECKS: 'off',
        PORTAL_COMPRESSION: 'br,gzip',
        CACHE_CONTROL: 'max-age=0, s-maxage=60',
        CORS_ORIGINS: 'https://www.Portal.example/, http://localhost:5173',
        WEBHOOKS: 'http://10.0.0.5:8090/, https://hooks.example/a?key=b',
        WEBHOOK_SECRET: `${HOOK_SECRET},${NEXT_HOOK_SECRET}`,
        SMTP_URL: 'smtps://portal:p%40ss@mail.portal.example:465',
        MAIL_FROM: 'Πύλη του Δήμου <portal@portal.example>',
        MAX_BODY_MB: '8',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,2001:db8::/32',
        MAX_CONNECTIONS: '500',
        MAX_CONNECTIONS_PER_ADDRESS: '20',
        DRAIN_SECONDS: '15',
        KEPT_LISTS_AFTER: '20',
        LOG_LEVEL: 'warn',
        METRICS_LISTEN: '[::1]:9464',
      }),
    ).toEqual({
      databaseUri: configured.DATABASE_URI,
      database: 'mongodb',
      ownDatabase: false,
      secret: SECRET,
      firstAdmin: { email: 'it@portal.example', password: 'a "password"' },
      twoFactor: ['admin', 'editor'],
      dataDir: '/srv/portal',
      mediaUri: 's3://portal/media/2026/',
      s3: {
        endpoint: 'https://s3.portal.example:9000',
        region: 'eu-south-1',
        credentials: { accessKeyId: 'key', secretAccessKey: 'a+secret/of=it' },
        pathStyle: true,
      },
      host: '::1',
      port: 0,
      serverUrl: 'https://cms.example.org',
      prefixes: ['/el/api/v1', '/v1'],
      redirects: { '/api/v1': '/el/api/v1' },
      portalName: 'Πύλη του Δήμου',
      portalLogo: 'https://www.portal.example/logo.svg',
      backup: { keep: 7, to: '/mnt/backups' },
      linkChecks: false,
      compression: ['br', 'gzip'],
      cacheControl: 'max-age=0, s-maxage=60',
      corsOrigins: ['https://www.portal.example', 'http://localhost:5173'],
      webhooks: {
        urls: ['http://10.0.0.5:8090/', 'https://hooks.example/a?key=b'],
        secrets: [HOOK_SECRET, NEXT_HOOK_SECRET],
      },
      mail: {
        url: 'smtps://portal:p%40ss@mail.portal.example:465',
        from: { name: 'Πύλη του Δήμου', address: 'portal@portal.example' },
      },
      maxBody: 8 * 1024 ** 2,
      trustProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'],
      connections: { most: 500, perAddress: 20 },
      drainSeconds: 15,
      keptListsAfter: 20,
      logLevel: 'warn',
      metrics: { host: '::1', port: 9464 },
    });
  });

  it.each([
    ['gzip, br', ['gzip', 'br']],
    ['br,gzip,br', ['br', 'gzip']],
  ])('PORTAL_COMPRESSION=%s is %j, in that order', (PORTAL_COMPRESSION, compression) => {
    expect(readEnvironment({ PORTAL_COMPRESSION })).toMatchObject({ compression });
  });

  it.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ])('METRICS_LISTEN=%s is %j', (METRICS_LISTEN, metrics) => {
    expect(readEnvironment({ METRICS_LISTEN })).toMatchObject({ metrics });
  });

  it('counts an empty or blank variable as none', () => {
    const blank = Object.fromEntries(variableNames.map((name) => [name, ' ']));
    expect(readEnvironment(blank)).toEqual(readEnvironment({}));
  });

  it.each([
    ['file:/srv/portal.db', 'sqlite'],
    ['mongodb://me:secret@a.example:27017,b.example:27018/portal?replicaSet=rs0', 'mongodb'],
    ['mongodb://%2Ftmp%2Fmongodb.sock/portal', 'mongodb'],
    ['mongodb://[::1]:27017/portal', 'mongodb'],
    ['mongodb+srv://cluster.example/portal', 'mongodb'],
  ])('DATABASE_URI=%s is %s', (DATABASE_URI, database) => {
    expect(readEnvironment({ DATABASE_URI, PAYLOAD_SECRET: SECRET })).toMatchObject({ database });
  });
});

it.each([
  [{ SERVER_URL: 'https://cms.example.org' }, undefined],
  [{ SERVER_URL: 'https://cms.example.org', HOST: '127.0.0.1' }, '127.0.0.1'],
  [{ HOST: '0.0.0.0' }, '0.0.0.0'],
  [{ ...configured, HOST: ' ' }, '127.0.0.1'],
])('a server with %j listens on %s', (env, host) => {
  expect(readEnvironment(env).host).toBe(host);
});

it.each([
  [{}, 'http://localhost:3000'],
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '2001:db8::7' }, 'http://[2001:db8::7]:3000'],
  [{ SERVER_URL: 'HTTPS://CMS.example.org:443/' }, 'https://cms.example.org'],
  // RFC 3492: as browsers send it in Origin.
  [{ SERVER_URL: 'https://πύλη.example' }, 'https://xn--sxaho6c.example'],
])('a server with %j is reached at %s', (env, url) => {
  expect(publicUrl(readEnvironment(env))).toBe(url);
});

describe('what it refuses', () => {
  it.each([
    ['DATABASE_URI', 'postgres://localhost/portal'],
    ['DATABASE_URI', './data/portal.db'],
    ['DATABASE_URI', 'file::memory:'],
    ['DATABASE_URI', 'mongodb://me:secret@/portal'],
    ['DATABASE_URI', 'mongodb://127.0.0.1:27017'],
    ['PAYLOAD_SECRET', 'fifteen letters'],
    ['CACHE_CONTROL', 'max-age: 60'],
    ['CORS_ORIGINS', 'www.portal.example'],
    ['CORS_ORIGINS', 'https://www.portal.example/news/'],
    ['CORS_ORIGINS', 'https://*.portal.example'],
    ['PREFIXES', '/api/v1>/el/api/v1'],
    ['PREFIXES', '/el/api/v1,/api/v1>/en/api/v1'],
    ['PREFIXES', '/el/api/v1,/el/api/v1>/el/api/v1'],
    ['PREFIXES', '/el/api/v1,/api>/api/v1>/el/api/v1'],
    ['CACHE_CONTROL', 'no-store,\r\nX-Other'],
    ['WEBHOOKS', 'https://me:secret@a.example/'],
    ['SMTP_URL', 'http://mail.portal.example/'],
    ['SMTP_URL', 'smtp://mail.portal.example/?tls=no'],
    ['MAIL_FROM', 'Πύλη του Δήμου'],
    ['MAIL_FROM', 'a@b.example, c@d.example'],
    ['WEBHOOK_SECRET', 'whsec_c2hvcnQ='],
    ['WEBHOOK_SECRET', Buffer.alloc(24).toString('base64')],
    ['PORT', '65536'],
    ['PORT', 'http'],
    ['HOST', 'http://127.0.0.1'],
    ['SERVER_URL', 'cms.example.org'],
    ['SERVER_URL', 'https://cms.example.org/admin'],
    ['SERVER_URL', 'https://cms;a.example.org'],
    ['SERVER_URL', 'https://me:secret@cms.example.org'],
    ['PREFIXES', '/'],
    ['PREFIXES', '/el/api/v1,'],
    ['PREFIXES', '/admin'],
    ['PREFIXES', '/api'],
    ['PREFIXES', '/healthz'],
    ['PREFIXES', '/el/../v1'],
    ['PORTAL_NAME', 'α'.repeat(61)],
    ['LINK_CHECKS', 'sometimes'],
    ['PORTAL_LOGO', 'logo.svg'],
    ['PORTAL_LOGO', 'javascript:alert(1)'],
    ['PORTAL_COMPRESSION', 'deflate'],
    ['PORTAL_COMPRESSION', 'br gzip'],
    ['MAX_BODY_MB', '1025'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '127.0.0.1,'],
    ['MAX_CONNECTIONS', '0'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '1000000'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_TO', 'ftp://backup.example/portal'],
    ['DRAIN_SECONDS', '1m'],
    ['LOG_LEVEL', 'INFO'],
    ['METRICS_LISTEN', 'http://127.0.0.1:9464'],
    ['MEDIA_URI', 'portal/media'],
    ['MEDIA_URI', 's3://Portal'],
    ['MEDIA_URI', 's3://portal/../other'],
    ['MEDIA_URI', 's3://portal/.uploading'],
    ['S3_ENDPOINT', 'https://s3.portal.example/portal'],
    ['S3_ENDPOINT', 'https://key:secret@s3.portal.example'],
    ['S3_REGION', 'eu south'],
    ['S3_PATH_STYLE', 'true'],
  ])('%s=%s, naming the variable and showing a right one', (name, value) => {
    const message = refusal({
      ...configured,
      WEBHOOK_SECRET: HOOK_SECRET,
      SMTP_URL: 'smtp://mail.portal.example',
      MAIL_FROM: 'portal@portal.example',
      [name]: value,
    });
    expect(message).toMatch(new RegExp(`^${name} must .*\\. Example: ${name}=`));
    expect(message.split('\n')).toHaveLength(1);
  });

  it.each([
    [{ ADMIN_EMAIL: 'it@portal.example' }, /^ADMIN_PASSWORD must be set where ADMIN_EMAIL is/],
    [{ S3_ACCESS_KEY_ID: 'portal' }, /^S3_SECRET_ACCESS_KEY must be set where S3_ACCESS_KEY_ID is/],
    [{ WEBHOOKS: 'http://a.example/a%20long%20password' }, /^WEBHOOK_SECRET must be set where WEBHOOKS is/],
    [{ SMTP_URL: 'smtp://mail.portal.example' }, /^MAIL_FROM must be set where SMTP_URL is/],
    [
      { BACKUP_AT: '03:30' },
      /^BACKUP_AT is set, and no server backs itself up.* starts `portal-content backup --nightly`/,
    ],
    [
      { ADMIN_EMAIL: 'it', ADMIN_PASSWORD: 'a long password' },
      /^ADMIN_EMAIL must be an e-mail address; it is "it"/,
    ],
    [
      { ADMIN_EMAIL: 'it@portal.example', ADMIN_PASSWORD: 'short one' },
      /^ADMIN_PASSWORD must have 10 .*; it has 9 characters\. /,
    ],
  ])('%j, without showing the password', (given, expected) => {
    const message = refusal(given);
    expect(message).toMatch(expected);
    expect(message).not.toMatch(/a long password|short one/);
    expect(message.split('\n')).toHaveLength(1);
  });

  it.each(['"', "'"])('quotes %s that nobody takes away, except of a secret', (quote) => {
    const quoted = (value: string) => `${quote}${value}${quote}`;
    expect(refusal({ DATA_DIR: quoted('./data'), PORT: quoted('80') })).toMatch(
      /^DATA_DIR has quotes around it, .*: remove them; .*\nPORT has quotes around it/,
    );
    expect(refusal({ ...configured, PAYLOAD_SECRET: quoted(SECRET) })).toBe('accepted');
  });

  it.each([
    ['file:./a#b.db', '# is written %23 and ? is %3F'],
    ['file:./100%.db', '% is written %25'],
    ['file:./data/', 'add the name of the file'],
    ['file:~/portal.db', '~ means nothing here'],
    ['file://data/portal.db', 'file:/srv/content.db'],
    ['mongodb://me:p@ss/w:rd@db.example:27017/portal', '@ is written %40, / is %2F'],
    ['mongodb://me:p/w@db.example/portal', '@ is written %40, / is %2F'],
    ['mongodb://me:100%@db.example/portal', '% is %25'],
  ])('the address %s, saying how that is written', (DATABASE_URI, says) => {
    const message = refusal({ DATABASE_URI, PAYLOAD_SECRET: SECRET });
    expect(message).toContain(says);
    expect(message).toContain(`Example: DATABASE_URI=${DATABASE_URI.slice(0, 5)}`);
  });

  it('what has no effect any more, so that nobody waits for it', () => {
    expect(refusal({ WEB_CONCURRENCY: '2' })).toBe(
      'WEB_CONCURRENCY is set, and one process serves the lists. For more readers put a cache in front, or several servers on one replica set (docs/operations.md). Take it out.',
    );
    expect(refusal({ WEB_CONCURRENCY: ' ' })).toBe('accepted');
  });

  it('DATABASE_URI without PAYLOAD_SECRET: nothing is made up for a database that others use', () => {
    expect(refusal({ DATABASE_URI: configured.DATABASE_URI })).toMatch(/^PAYLOAD_SECRET must be set/);
  });

  it('everything that is wrong, in one message', () => {
    const names = refusal({ DATABASE_URI: 'x', PORT: 'y', HOST: '?' })
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(names).toEqual(['DATABASE_URI', 'PORT', 'HOST', 'PAYLOAD_SECRET']);
  });

  it('without showing a secret or a password', () => {
    const key = refusal({ S3_ACCESS_KEY_ID: 'portal', S3_SECRET_ACCESS_KEY: 'tell nobody' });
    expect(key).toMatch(/^S3_SECRET_ACCESS_KEY must be .*; it has 11 characters\. Example/);
    expect(refusal({ PAYLOAD_SECRET: 'tooshort' })).not.toContain('tooshort');
    const withPassword = refusal({ DATABASE_URI: 'postgres://me:tell-nobody@db/x', PAYLOAD_SECRET: SECRET });
    expect(withPassword).not.toContain('tell-nobody');
    const unescaped = refusal({
      DATABASE_URI: 'mongodb://me:tell@nobody@db.example/x',
      PAYLOAD_SECRET: SECRET,
    });
    expect(unescaped).toContain('it is "mongodb://…@db.example/x"');
  });
});

describe('a file .env', () => {
  const here = process.cwd();
  afterEach(() => {
    process.chdir(here);
    vi.unstubAllEnvs();
  });

  /** Loads it in a folder of its own. */
  async function load(text: string | Buffer) {
    const folder = await freshFolder();
    writeFileSync(join(folder, '.env'), text);
    process.chdir(folder);
    for (const name of ['PORT', 'PORTAL_NAME', 'DATA_DIR']) vi.stubEnv(name, undefined);
    return loadEnvironment();
  }

  it('may come from Windows: with a mark before its first name, and other ends of lines', async () => {
    const loaded = await load('\uFEFFPORT=3601\r\nPORTAL_NAME="Πύλη"\r\nDATA_DIR=./d \r\n');
    expect(loaded).toMatchObject({ port: 3601, portalName: 'Πύλη', dataDir: './d' });
    expect(unreadNames()).toBeUndefined();
  });

  it('does not count where the environment has the variable, also an empty one', async () => {
    vi.stubEnv('HOST', '');
    expect(await load('HOST=192.0.2.7\n')).toMatchObject({ host: '127.0.0.1' });
  });

  it('is refused in another encoding', async () => {
    await expect(load(Buffer.from('\uFEFFPORT=3601', 'utf16le'))).rejects.toThrow(
      '.env is no text in UTF-8.',
    );
  });

  it('may say NAME: value, as other programs read it, also before a line that is right', async () => {
    const text = 'PORT: 3601\nexport PORTAL_NAME: "Πύλη: νέα\nμε PORT: 1"\nDATA_DIR=./d\nDATA: \n';
    expect(await load(text)).toMatchObject({
      port: 3601,
      portalName: 'Πύλη: νέα\nμε PORT: 1',
      dataDir: './d',
    });
    expect(unreadNames()).toMatch(/^\.env has DATA, which this server does not read/);
  });

  it.each(['- PORT=3601', '{"PORT": 3601}', 'PORT 3601'])(
    'is refused with a line %s, which would be left out silently',
    async (line) => {
      await expect(load(`# a comment\n${line}\nDATA_DIR=./d\n`)).rejects.toThrow(
        'The file .env has line 2 (PORT), which cannot be read: write NAME=value. Example: PORT=3000',
      );
    },
  );

  it('may have lines of something else, which it says', async () => {
    expect(await load('[section]\nDATA_DIR=./d\n')).toMatchObject({ dataDir: './d' });
    expect(unreadNames()).toMatch(
      /^\.env has line 1, which is not NAME=value, which this server does not read/,
    );
  });

  it('may have names that the server does not read, which it says', async () => {
    await load('DATABASE_URL=file:./x.db\nhttps_proxy=http://proxy.example\nNODE_OPTIONS=\nPORT=3601\n');
    expect(unreadNames()).toMatch(/^\.env has DATABASE_URL, which this server does not read\. /);
  });
});

describe('a variable by its name and _FILE', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is what stands in the file, without the space around it', async () => {
    const file = join(await freshFolder(), 'secret');
    writeFileSync(file, `\n${SECRET}\n`);
    for (const name of variableNames) vi.stubEnv(name, '');
    vi.stubEnv('PAYLOAD_SECRET_FILE', file);
    expect(loadEnvironment().secret).toBe(SECRET);
    expect(process.env.PAYLOAD_SECRET_FILE).toBeUndefined();
  });

  it.each([
    [
      '/nowhere/secret',
      '',
      /^The file \/nowhere\/secret, which PAYLOAD_SECRET_FILE names, cannot be read: ENOENT/,
    ],
    ['/dev/null', '', /^The file \/dev\/null, which PAYLOAD_SECRET_FILE names, is empty\.$/],
    ['/nowhere/secret', SECRET, /^PAYLOAD_SECRET and PAYLOAD_SECRET_FILE are both set\./],
  ])('of %s is refused where it cannot be read or is empty, or both are set', (file, secret, expected) => {
    vi.stubEnv('PAYLOAD_SECRET', secret);
    vi.stubEnv('PAYLOAD_SECRET_FILE', file);
    expect(() => loadEnvironment()).toThrow(expected);
  });
});

it('a server on a database of its own asks for no links, in its children neither', async () => {
  for (const name of ['DATABASE_URI', 'PAYLOAD_SECRET', 'LINK_CHECKS']) vi.stubEnv(name, '');
  vi.stubEnv('DATA_DIR', await freshFolder());
  expect(prepareEnvironment().linkChecks).toBe(false);
  expect(readEnvironment().linkChecks).toBe(false);
  vi.unstubAllEnvs();
});

const HEAD = `# What the server and the \`portal-content\` commands read from their environment, or from a file .env in the folder they
# are started from. Each is checked at the start. What is already in the environment wins over .env, and an empty value
# counts as none.
`;

it('.env.example says of each variable what its entry does; -u writes it', async () => {
  const all = Object.entries(variables).map(([name, variable]) => {
    const text = 'default' in variable ? `${variable.text} Default: ${variable.default}` : variable.text;
    const { example } = variable;
    const value = typeof example === 'string' ? example : example('');
    return `${text.replace(/^/gm, '# ')}\n#${name}=${value.includes('…') ? '' : value}\n`;
  });
  await expect([HEAD, ...all].join('\n')).toMatchFileSnapshot('../../../.env.example');
});

describe('sign-in by an organisation', () => {
  const provider = {
    ...configured,
    SERVER_URL: 'https://content.portal.example',
    OIDC_ISSUER: 'https://id.portal.example/realms/portal',
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'a secret',
    OIDC_ROLES: 'portal-admins=admin, cn=staff=editor',
  };

  it('takes what it is given', () => {
    expect(readEnvironment(provider).openId).toEqual({
      issuer: 'https://id.portal.example/realms/portal',
      clientId: 'portal',
      clientSecret: 'a secret',
      roles: { 'portal-admins': 'admin', 'cn=staff': 'editor' },
      rolesClaim: 'roles',
      name: undefined,
      passwordsOnlyFor: undefined,
    });
    const off = { ...provider, PASSWORDS: 'off', EMERGENCY_ADMIN: 'IT@portal.example' };
    expect(readEnvironment(off).openId?.passwordsOnlyFor).toBe('it@portal.example');
    // Who is named alone changes nothing.
    expect(readEnvironment({ ...off, PASSWORDS: '' }).openId?.passwordsOnlyFor).toBeUndefined();
    expect(readEnvironment({ ...configured, PASSWORDS: 'on' }).openId).toBeUndefined();
  });

  it.each(['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES', 'SERVER_URL'])('needs %s', (name) => {
    expect(refusal({ ...provider, [name]: '' })).toContain(`${name} must be set where OIDC_ISSUER is`);
  });

  it('turns passwords off only beside a provider and an emergency admin', () => {
    expect(refusal({ ...provider, PASSWORDS: 'off' })).toContain(
      'EMERGENCY_ADMIN must be set where PASSWORDS is',
    );
    const alone = refusal({ ...configured, PASSWORDS: 'off', EMERGENCY_ADMIN: 'it@portal.example' });
    expect(alone).toContain('OIDC_ISSUER must be set where PASSWORDS is');
  });

  it.each([
    ['OIDC_ISSUER', 'http://id.portal.example'],
    ['OIDC_ISSUER', 'https://id.portal.example/?a=b'],
    ['OIDC_ISSUER', 'id.portal.example'],
    ['OIDC_ROLES', 'portal-admins'],
    ['OIDC_ROLES', 'portal-admins=boss'],
    ['OIDC_ROLES', 'a=admin,a=editor'],
    ['OIDC_ROLES', '=admin'],
    ['PASSWORDS', 'no'],
    ['EMERGENCY_ADMIN', 'it'],
  ])('refuses %s=%s', (name, value) => {
    expect(refusal({ ...provider, [name]: value })).toContain(`${name} must`);
  });
});
