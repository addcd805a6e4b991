/** Components of the admin that run on the server, by the names that its import map uses. */
export { TextDiff } from './rich-text/components/TextDiff.tsx';
