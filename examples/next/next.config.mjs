import { withPayload } from '@payloadcms/next/withPayload';

/** @type {import('next').NextConfig} */
const config = {
  // The lists end in a slash; Next would redirect it away, and the lists would redirect it back.
  skipTrailingSlashRedirect: true,
  // What that takes from the rest of the site.
  redirects: async () => [
    { source: '/:path((?!el/api/v1/|api/v1/).+)/', destination: '/:path', permanent: true },
  ],
};

export default withPayload(config);
