import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
const config = {
  // The lists end in a slash and so do some of Payload's own addresses; Next would redirect them away.
  skipTrailingSlashRedirect: true,
  // Types are checked by the tests (tsc), once for the whole project.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'src/app/tsconfig.json' },
  // Next serves the admin of one machine behind the front: nothing to optimise, nothing to phone.
  images: { unoptimized: true },
  productionBrowserSourceMaps: false,
};

export default withPayload(config);
