import { initI18n } from '@payloadcms/translations';
import type { BasePayload } from 'payload';
import { inZone } from './zonedDates.ts';

/** Has what Payload writes on the server show times in this zone. It makes the texts of each language once, and keeps them. */
export async function zoneOfServer({ config: { i18n } }: BasePayload, timeZone: string): Promise<void> {
  for (const language of Object.keys(i18n.supportedLanguages) as (keyof typeof i18n.supportedLanguages)[]) {
    for (const context of ['api', 'client'] as const) {
      const texts = await initI18n({ config: i18n, context, language });
      texts.dateFNS = inZone(texts.dateFNS, timeZone);
    }
  }
}
