'use client';

import {
  Button,
  ConfirmationModal,
  toast,
  useDocumentInfo,
  useForm,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { useApi } from '../../../payload/admin/useApi.ts';

/** Reverts a newer draft to the published version, like the action in Payload's own status. */
export function RevertToPublished() {
  const ask = useApi();
  const { t } = useTranslation();
  const { toggleModal } = useModal();
  const { reset } = useForm();
  const {
    id,
    collectionSlug,
    incrementVersionCount,
    setMostRecentVersionIsAutosaved,
    setUnpublishedVersionCount,
  } = useDocumentInfo();
  const modalSlug = `confirm-revert-${id}`;

  async function revert(): Promise<void> {
    const answer = await ask(`/portal-publication/${collectionSlug}/${id}/revert`, { method: 'POST' });
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
