import { APIError, type PayloadRequest } from 'payload';
import { type Bilingual, translate } from '../i18n/bilingual.ts';

/**
 * An error for the client, in the client's language. All client errors of this package are of this class.
 *
 * Payload 3.90 takes the name of `APIError` from the class, and hides the message of an error without a name and data. Next's
 * bundler may make the class anonymous, and clients then read "An unknown error occurred."
 *
 * Upstream: payloadcms/payload#7232, #17298.
 * Needed for: error messages in an app built by Next.
 */
export class Refusal extends APIError {
  override name = 'APIError';

  /**
   * @param status HTTP status, 4xx mostly
   * @param data for programs
   */
  constructor(
    { i18n }: Pick<PayloadRequest, 'i18n'>,
    text: Bilingual,
    status: number,
    data: Record<string, unknown> | null = null,
  ) {
    super(translate(text, i18n?.language), status, data, true);
  }
}
