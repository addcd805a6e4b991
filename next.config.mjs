import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
const config = {
  // Payload has addresses of its own that end in a slash; Next would redirect them away.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  // Images are served as they were uploaded.
  images: { unoptimized: true },
  // Types are checked by the tests, once for the whole project (npm run types).
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'src/app/tsconfig.json' },
  // The server around Next sets the limit (MAX_BODY_MB), at most this; Next would stop the preview of a long text at 1 MB.
  experimental: {
    serverActions: { bodySizeLimit: '1gb' },
    // A build begins anew whenever a source has changed: keeping what the next one could use takes a quarter of its time.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
    // Nobody downloads what runs on the server: left as it is, the build takes a seventh less, and stack traces can be read.
    serverMinification: false,
  },
  // Taken from node_modules as they are: the build is a third shorter, and the admin shares them with the server around it.
  serverExternalPackages: [
    'payload',
    '@payloadcms/db-mongodb',
    '@payloadcms/db-sqlite',
    '@payloadcms/drizzle',
    '@payloadcms/graphql',
    '@payloadcms/translations',
  ],
};

export default withPayload(config);
