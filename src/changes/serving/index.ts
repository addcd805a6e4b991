/** The served lists, for the admin and the server. */
export { serveByFronts } from './fronts.ts';
export { rehearseDocument } from './rehearseDocument.ts';
