import config from '@payload-config';
import { portalRoutes } from 'payload-portal-content/next';

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = portalRoutes(config);
