import { withPayload } from '@payloadcms/next/withPayload';
import { withPortal } from 'payload-portal-content/withPortal';

/** @type {import('next').NextConfig} */
const config = {};

// Addresses of lists end in a slash. The prefixes are those of src/payload.config.ts.
export default withPayload(withPortal(config, { prefixes: ['/el/api/v1', '/api/v1'] }));
