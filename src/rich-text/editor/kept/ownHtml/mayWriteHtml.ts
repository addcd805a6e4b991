import { useAuth } from '@payloadcms/ui';

/** True for admins, who alone bring in HTML of their own; a save refuses that of others. They are who may change the settings. */
export function useMayWriteHtml(): boolean {
  return useAuth().permissions?.globals?.['portal-settings']?.update === true;
}
