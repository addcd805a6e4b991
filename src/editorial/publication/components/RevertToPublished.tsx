'use client';

import {
  Button,
  ConfirmationModal,
  toast,
  useConfig,
  useDocumentInfo,
  useForm,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';

/** Brings back what is published, in place of a newer draft; as Payload's own status offers it. */
export function RevertToPublished() {
  const { config } = useConfig();
  const { i18n, t } = useTranslation();
  const { toggleModal } = useModal();
  const { reset } = useForm();
  const {
    id,
    collectionSlug,
    incrementVersionCount,
    setMostRecentVersionIsAutosaved,
    setUnpublishedVersionCount,
  } = useDocumentInfo();
  const { routes, serverURL } = config;
  const modalSlug = `confirm-revert-${id}`;

  async function revert(): Promise<void> {
    const url = formatAdminURL({
      apiRoute: routes.api,
      path: `/portal-publication/${collectionSlug}/${id}/revert`,
      serverURL,
    });
    const headers = { 'Accept-Language': i18n.language };
    const answer = await fetch(url, { method: 'POST', credentials: 'include', headers });
    const { doc, message, errors } = await answer.json();
    if (!answer.ok) {
      toast.error(errors?.[0]?.message ?? t('error:revertingDocument'));
      return;
    }
    await reset(doc);
    toast.success(message);
    incrementVersionCount();
    setMostRecentVersionIsAutosaved(false);
    setUnpublishedVersionCount(0);
  }

  return (
    <>
      <Button
        buttonStyle="none"
        className="status__action"
        id="action-revert-to-published"
        onClick={() => toggleModal(modalSlug)}
      >
        {t('version:revertToPublished')}
      </Button>
      <ConfirmationModal
        body={t('version:aboutToRevertToPublished')}
        confirmingLabel={t('version:reverting')}
        heading={t('version:confirmRevertToSaved')}
        modalSlug={modalSlug}
        onConfirm={revert}
      />
    </>
  );
}
