import { APIError, type PayloadRequest } from 'payload';
import { type Bilingual, speak } from '../../i18n/bilingual.ts';

/**
 * A refusal in the language of whoever asked. Every error of ours that is for a client, and none of Payload's own, is one.
 *
 * Payload 3.90 takes the name of its `APIError` from the class, and leaves the text out of what has neither a name nor data.
 * Next's bundler may make an anonymous class of it, and whoever asked then reads "An unknown error occurred."
 *
 * Upstream: payloadcms/payload#7232, #17298.
 * Depends on it: that refusals say why, in an app that Next has built.
 */
export class Refusal extends APIError {
  override name = 'APIError';

  /** @param status of HTTP, 4xx */
  constructor({ i18n }: Pick<PayloadRequest, 'i18n'>, text: Bilingual, status: number) {
    super(speak(text, i18n?.language), status, null, true);
  }
}
