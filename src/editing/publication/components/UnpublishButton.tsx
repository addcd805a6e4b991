'use client';

import {
  ConfirmationModal,
  UnpublishButton as PayloadUnpublishButton,
  PopupList,
  toast,
  useConfig,
  useDocumentInfo,
  useForm,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { BASE_FIELD } from '../../../../collections/save/sentBase.ts';
import { useApi } from '../../../payload/admin/useApi.ts';

/** Payload's button, which says nothing of the state that its user sees. With localization, Payload's own. */
export function UnpublishButton() {
  const { localization } = useConfig().config;
  return localization ? <PayloadUnpublishButton /> : <Withdrawal />;
}

function Withdrawal() {
  const ask = useApi();
  const { i18n, t } = useTranslation();
  const { toggleModal } = useModal();
  const { getField, reset } = useForm();
  const document = useDocumentInfo();
  const { id, collectionSlug } = document;
  // Payload's slug: the dialog asks for a reason, too.
  const modalSlug = `confirm-un-publish-${id}`;

  async function withdraw(): Promise<void> {
    const base: unknown = getField(BASE_FIELD)?.value;
    const answer = await ask(`/${collectionSlug}/${id}?depth=0&unpublishAllLocales=true`, {
      method: 'PATCH',
      headers: { 'Accept-Language': i18n.language, 'Content-Type': 'application/json' },
      body: JSON.stringify({ _status: 'draft', [BASE_FIELD]: base }),
    });
    const { doc, errors } = await answer.json();
    if (!answer.ok) {
      toast.error(errors?.[0]?.message ?? t('error:unPublishingDocument'));
      return;
    }
    await reset(doc);
    document.setData(doc);
    toast.success(t('version:unpublishedSuccessfully'));
    document.incrementVersionCount();
    document.setUnpublishedVersionCount(1);
    document.setMostRecentVersionIsAutosaved(false);
    document.setHasPublishedDoc(false);
  }

  const { hasPublishPermission, hasPublishedDoc, isTrashed } = document;
  if (!hasPublishPermission || !hasPublishedDoc || isTrashed) return null;
  return (
    <>
      <PopupList.Button id="action-unpublish" onClick={() => toggleModal(modalSlug)}>
        {t('version:unpublish')}
      </PopupList.Button>
      <ConfirmationModal
        body={t('version:aboutToUnpublish')}
        confirmingLabel={t('version:unpublishing')}
        heading={t('version:confirmUnpublish')}
        modalSlug={modalSlug}
        onConfirm={withdraw}
      />
    </>
  );
}
