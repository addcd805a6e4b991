/** Checks before publishing, and of what is published: what they find, where it is shown, and when it stops a publication. */
export { checkCollections, FINDINGS, LINKS, REASONS } from './collections.ts';
export { checksEndpoint } from './endpoint.ts';
export { readable } from './rules/index.ts';
export { lastNight, runChecks, startChecks } from './runChecks.ts';
export { CHECK_LABELS, checkSettingsField } from './settings.ts';
export { stopAtErrors, withChecks } from './stopAtErrors.ts';
