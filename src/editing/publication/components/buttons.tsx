'use client';

import {
  Button,
  CheckboxInput,
  ConfirmationModal,
  Link,
  PublishButton as PayloadPublishButton,
  UnpublishButton as PayloadUnpublishButton,
  PopupList,
  useConfig,
  useDocumentInfo,
  useForm,
  useModal,
  useTranslation,
} from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useState } from 'react';
import { BASE_FIELD } from '../../../../collections/save/sentBase.ts';
import { type Action, type ApiPath, useAction } from '../../../payload/admin/useApi.ts';
import { useTimeStyle } from '../../../payload/dates/ZonedDates.tsx';
import { bilingual, translate } from '../../../payload/i18n/bilingual.ts';
import { formatTime } from '../../../payload/i18n/zonedTime.ts';
import { useOwnPublication } from './usePublication.ts';

const ENDS_PLAN = bilingual(
  'Ακυρώνεται και η δημοσίευση που είναι προγραμματισμένη για τις',
  'This also cancels the publication that is scheduled for',
);
const KEEP_PLAN = bilingual('Να μείνει προγραμματισμένη', 'Keep it scheduled');

/** Payload's button, without the word "changes" if the document is not published. */
export function PublishButton() {
  const { t } = useTranslation();
  const { hasPublishedDoc } = useDocumentInfo();
  return <PayloadPublishButton {...(!hasPublishedDoc && { label: t('version:publish') })} />;
}

/**
 * Changes the form's document without a save of the form, and shows in the form what came of it. The request names the state that
 * its user sees.
 */
export function useChange() {
  const { act } = useAction();
  const { getField, reset } = useForm();
  const { incrementVersionCount, setData, setMostRecentVersionIsAutosaved, setUnpublishedVersionCount } =
    useDocumentInfo();
  return async (path: ApiPath, { body, ...action }: Action<object>, drafts: number) => {
    const base: unknown = getField(BASE_FIELD)?.value;
    const answer = await act<{ doc: Parameters<typeof setData>[0] }>(path, {
      ...action,
      body: { [BASE_FIELD]: base, ...body },
    });
    if (!answer) return false;
    await reset(answer.doc);
    setData(answer.doc);
    incrementVersionCount();
    setUnpublishedVersionCount(drafts);
    setMostRecentVersionIsAutosaved(false);
    return true;
  };
}

/** Payload's button, which says nothing of the state that its user sees. With localization, Payload's own. */
export function UnpublishButton() {
  const { localization } = useConfig().config;
  return localization ? <PayloadUnpublishButton /> : <Withdrawal />;
}

function Withdrawal() {
  const { t } = useTranslation();
  const { toggleModal } = useModal();
  const change = useChange();
  const { id, collectionSlug, hasPublishPermission, hasPublishedDoc, isTrashed, setHasPublishedDoc } =
    useDocumentInfo();
  const style = useTimeStyle();
  const [keepsPlan, setKeepsPlan] = useState(false);
  const planned = useOwnPublication().answer?.planned.find(
    ({ change, state }) => change === 'publish' && state !== 'failed',
  );
  // Payload's slug: the dialog asks for a reason, too.
  const modalSlug = `confirm-un-publish-${id}`;
  async function withdraw(): Promise<void> {
    const path: ApiPath = `/${collectionSlug}/${id}?depth=0&unpublishAllLocales=true&keepPlan=${keepsPlan}`;
    const done = t('version:unpublishedSuccessfully');
    if (await change(path, { method: 'PATCH', body: { _status: 'draft' }, done }, 1))
      setHasPublishedDoc(false);
  }
  if (!hasPublishPermission || !hasPublishedDoc || isTrashed) return null;
  return (
    <>
      <PopupList.Button id="action-unpublish" onClick={() => toggleModal(modalSlug)}>
        {t('version:unpublish')}
      </PopupList.Button>
      <ConfirmationModal
        body={
          <>
            <p>{t('version:aboutToUnpublish')}</p>
            {planned && (
              <>
                <p>
                  {translate(ENDS_PLAN, style.language)} {formatTime(planned.at, style)}.
                </p>
                <CheckboxInput
                  checked={keepsPlan}
                  id="keep-plan"
                  label={translate(KEEP_PLAN, style.language)}
                  name="keep-plan"
                  onToggle={({ target }) => setKeepsPlan(target.checked)}
                />
              </>
            )}
          </>
        }
        confirmingLabel={t('version:unpublishing')}
        heading={t('version:confirmUnpublish')}
        modalSlug={modalSlug}
        onConfirm={withdraw}
      />
    </>
  );
}

/** Reverts a newer draft to the published version, like the action in Payload's own status. */
export function RevertToPublished() {
  const { t } = useTranslation();
  const { toggleModal } = useModal();
  const change = useChange();
  const { id, collectionSlug } = useDocumentInfo();
  const modalSlug = `confirm-revert-${id}`;
  async function revert(): Promise<void> {
    const path: ApiPath = `/portal-publication/${collectionSlug}/${id}/revert`;
    await change(path, { done: t('version:restoredSuccessfully') }, 0);
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

/** Links to a version, compared with the previous one. Within the comparison view, selects the version to compare with. */
export function VersionLink({ id, time }: { id: number | string; time: string }) {
  const { config } = useConfig();
  const { closeAllModals } = useModal();
  const { id: document, collectionSlug, isTrashed } = useDocumentInfo();
  const pathname = usePathname();
  const isCompared = /\/versions\/[^/]+$/.test(pathname);
  const trash = isTrashed ? 'trash/' : '';
  const path: `/${string}` = `/collections/${collectionSlug}/${trash}${document}/versions/${id}`;
  const href = isCompared
    ? `${pathname}?versionFrom=${id}`
    : formatAdminURL({ adminRoute: config.routes.admin, path });
  return (
    <Link href={href} onClick={() => isCompared && closeAllModals()} prefetch={false}>
      {time}
    </Link>
  );
}
