/** Tells other systems, such as caches, that a list has changed. */
export type { FailureReason } from './state.ts';
export { deliverAgain, type WebhookReport, webhookReports } from './state.ts';
export { Webhooks } from './Webhooks.ts';
