import { APIError, type PayloadRequest } from 'payload';
import { type Bilingual, speak } from '../../src/i18n/bilingual.ts';

/**
 * A refusal in the language of whoever asked. Every error of ours that is for a client, and none of Payload's own, is one:
 * Next's bundler may leave Payload's `APIError` without a name, and what has none reads "An unknown error occurred."
 */
export class Refusal extends APIError {
  override name = 'APIError';

  /** @param status of HTTP, 4xx */
  constructor({ i18n }: Pick<PayloadRequest, 'i18n'>, text: Bilingual, status: number) {
    super(speak(text, i18n?.language), status, null, true);
  }
}
