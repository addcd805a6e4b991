'use client';

import { Button, Drawer, useDrawerSlug, useModal, useTranslation } from '@payloadcms/ui';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { NO_ANSWER } from '../payload/admin/useApi.ts';
import { translate } from '../payload/i18n/bilingual.ts';

/** Calendars stand below their field, and the drawer scrolls: over the text, a low window cuts them off. */
const CALENDARS =
  '.drawer .react-datepicker-popper { position: static !important; transform: none !important; }';

interface DocumentPanelProps {
  /** The id of the button. */
  id: string;
  /** What the button says. */
  label: ReactNode;
  /** Of the drawer. */
  title: string;
  /** In the drawer, which makes it anew each time it is opened. @param close also gives the button the focus */
  children(close: () => void): ReactNode;
  /** Of the drawer. */
  className?: string;
  /** Of the button. */
  style?: CSSProperties;
  /** Opens the drawer of a page whose address ends in it. */
  hash?: string;
  onOpen?(): void;
}

/** A button over the form, and the drawer that it opens. */
export function DocumentPanel({
  children,
  className = '',
  hash,
  id,
  label,
  onOpen,
  style,
  title,
}: DocumentPanelProps) {
  const { closeModal, openModal } = useModal();
  const drawer = useDrawerSlug(id);
  useEffect(() => {
    const { location, history } = window;
    if (hash === undefined || location.hash !== hash) return;
    history.replaceState(null, '', location.pathname + location.search);
    openModal(drawer);
  }, [drawer, hash, openModal]);
  const close = () => {
    closeModal(drawer);
    // What was pressed is gone.
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <Button
        buttonStyle="secondary"
        extraButtonProps={{ 'aria-haspopup': 'dialog', style }}
        id={id}
        margin={false}
        onClick={() => {
          openModal(drawer);
          onOpen?.();
        }}
        size="medium"
        type="button"
      >
        {label}
      </Button>
      <Drawer className={className} slug={drawer} title={title}>
        <style href="portal-content-calendars" precedence="default">
          {CALENDARS}
        </style>
        {children(close)}
      </Drawer>
    </>
  );
}

interface LoadedProps<T> {
  /** Undefined until it is there; null if it cannot be had. */
  value: T | null | undefined;
  children(value: T): ReactNode;
}

/** What is loaded from the server; before that, or where that failed, a sentence in its place. */
export function Loaded<T>({ children, value }: LoadedProps<T>) {
  const { i18n, t } = useTranslation();
  return (
    <>
      <div aria-live="polite">
        {value === undefined && <p>{t('general:loading')}…</p>}
        {value === null && <p>{translate(NO_ANSWER, i18n.language)}</p>}
      </div>
      {value !== undefined && value !== null && children(value)}
    </>
  );
}
