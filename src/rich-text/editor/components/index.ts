/** What the editor in the browser does beside Lexical, its components aside. Nothing of the server is behind it. */
export { describeHtml } from './describeHtml.ts';
export { registerKeptPlaces } from './keptPlaces.ts';
export { registerLinkAddresses } from './linkAddresses.ts';
export { withNamedParts } from './namedParts.ts';
