'use client';

import { useConfig, useField, usePayloadAPI } from '@payloadcms/ui';
import type { UploadFieldClient } from 'payload';
import { formatAdminURL } from 'payload/shared';

const INITIAL = { initialParams: { depth: 0 } };

/** The description and the address of a chosen image without a file, below Payload's card. */
export function ImageWithoutFile({ field, path }: { field: UploadFieldClient; path: string }) {
  const { value } = useField<number | string | null>({ path });
  const { routes, serverURL } = useConfig().config;
  const url = formatAdminURL({
    apiRoute: routes.api,
    path: `/${String(field.relationTo)}/${value}`,
    serverURL,
  });
  const [{ data }] = usePayloadAPI(value ? url : '', INITIAL);
  const { alt, filename, id, legacy_url: address } = data ?? {};
  if (!value || String(id) !== String(value) || filename || !address) return null;
  return (
    <p style={{ margin: 'calc(var(--base) / 4) 0', overflowWrap: 'anywhere' }}>
      <strong>{alt}</strong>
      <br />
      <a href={address} target="_blank" rel="noopener noreferrer">
        {address}
      </a>
    </p>
  );
}
