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
import { BASE_FIELD } from '../../../../collections/save/sentBase.ts';
import { useApi } from '../../../payload/admin/useApi.ts';

/** Reverts a newer draft to the published version, like the action in Payload's own status. */
export function RevertToPublished() {
  const ask = useApi();
  const { i18n, t } = useTranslation();
  const { toggleModal } = useModal();
  const { getField, reset } = useForm();
  const {
    id,
    collectionSlug,
    incrementVersionCount,
    setData,
    setMostRecentVersionIsAutosaved,
    setUnpublishedVersionCount,
  } = useDocumentInfo();
  const modalSlug = `confirm-revert-${id}`;

  async function revert(): Promise<void> {
    const base: unknown = getField(BASE_FIELD)?.value;
    const answer = await ask(`/portal-publication/${collectionSlug}/${id}/revert`, {
      method: 'POST',
      headers: { 'Accept-Language': i18n.language, 'Content-Type': 'application/json' },
      body: JSON.stringify({ [BASE_FIELD]: base }),
    });
    const { doc, message, errors } = await answer.json();
    if (!answer.ok) {
      toast.error(errors?.[0]?.message ?? t('error:revertingDocument'));
      return;
    }
    await reset(doc);
    setData(doc);
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
