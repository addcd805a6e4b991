'use client';
import { useAuth, useDocumentInfo, useFormModified, useServerFunctions } from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../admin/useApi.ts';
import { LOCKS } from './locks.ts';

/** How often the lock is renewed, in milliseconds: several times within Payload's default duration of five minutes. */
const RENEWAL_INTERVAL = 60_000;

/** Tells the tabs of one browser that one of them has given up a lock. */
const CHANNEL = 'portal-locks';

/** How long after that another tab takes it, in milliseconds. */
const TAKEOVER_DELAY = 1_000;

/**
 * Holds the lock of a document from the first change until the form is closed. Payload 3.90 renews it only while somebody
 * types, and leaves it behind when the page is closed.
 *
 * Needed for: a form that stays locked while it is open.
 */
export function useLock(): void {
  const { id, collectionSlug, docConfig, docPermissions } = useDocumentInfo();
  const { user } = useAuth();
  const { getFormState } = useServerFunctions();
  const modified = useFormModified();
  const [isHeld, setHeld] = useState(false);
  const own = docConfig?.lockDocuments === false ? undefined : user?.id;
  const users = user?.collection;
  useEffect(() => setHeld((held) => held || (modified && id !== undefined)), [id, modified]);

  const renew = useRef(async () => {});
  renew.current = async () => {
    // Payload's own way: it renews the user's lock, or takes one that nobody has.
    const { lockedState } = (await getFormState({
      id,
      collectionSlug,
      data: { id },
      docPermissions,
      docPreferences: { fields: {} },
      formState: {},
      operation: 'update',
      renderAllFields: false,
      returnLockStatus: true,
      schemaPath: collectionSlug,
      select: { id: true },
      skipValidation: true,
      updateLastEdited: true,
    } as never)) as { lockedState?: { user: { id: unknown } | number | string } };
    const owner = lockedState?.user;
    const isOthers = owner && (typeof owner === 'object' ? owner.id : owner) !== own;
    if (isOthers) setHeld(false);
  };

  const api = useApi();
  useEffect(() => {
    if (!isHeld || own === undefined) return;
    const name = `${collectionSlug} ${id}`;
    const timer = setInterval(() => void renew.current(), RENEWAL_INTERVAL);
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === name) setTimeout(() => void renew.current(), TAKEOVER_DELAY);
    };
    const giveUp = () => {
      const where = new URLSearchParams({
        'where[document.relationTo][equals]': String(collectionSlug),
        'where[document.value][equals]': String(id),
        'where[user.relationTo][equals]': String(users),
        'where[user.value][equals]': String(own),
      });
      // An answer that nobody reads stays open in Chromium. If the request fails, the lock ends by itself.
      api(`/${LOCKS}?${where}`, { method: 'DELETE', keepalive: true })
        .then((response) => response.text())
        .catch(() => undefined);
      channel.postMessage(name);
    };
    window.addEventListener('pagehide', giveUp);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', giveUp);
      giveUp();
      channel.close();
    };
  }, [api, collectionSlug, id, isHeld, own, users]);
}
