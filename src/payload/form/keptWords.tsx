'use client';
import {
  useAllFormFields,
  useDocumentInfo,
  useDocumentTitle,
  useForm,
  useFormModified,
  useFormProcessing,
  useTranslation,
} from '@payloadcms/ui';
import { formatDate } from '@payloadcms/ui/shared';
import type { FormState } from 'payload';
import { reduceFieldsToValues } from 'payload/shared';
import { Fragment, useCallback, useEffect, useRef, useState } from 'react';
import { PanelButton } from '../admin/PanelButton.tsx';
import { bilingual, translate } from '../i18n/bilingual.ts';
import { FormNotice } from './FormNotice.tsx';

type Data = Record<string, unknown>;

/** What was typed into a form and has not been saved. */
interface Kept {
  /** Its key in the browser's storage: the user, the document and the form. */
  key: string;
  /** When it was typed, in milliseconds since 1970. */
  at: number;
  title: string;
  data: Data;
  /** `updatedAt` of the document that it was typed into; undefined for a new one. */
  updatedAt?: string | undefined;
}

/** An account. */
export interface KeyUser {
  collection: string;
  id: number | string;
}

const keyOf = (...parts: (number | string)[]) =>
  ['portal-typed', ...parts].map((part) => `${encodeURIComponent(part)} `).join('');

/** What is kept under keys that begin so, the newest first. */
function keptUnder(prefix: string): Kept[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    const all = keys.map((key) => ({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), key }) as Kept);
    return all.sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** @returns false if the browser keeps nothing, or has no space for it */
function keep({ key, ...kept }: Kept): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where there is no storage, nothing was kept.
  }
}

/** The titles of what is kept of a user in this browser. */
export function titlesKept({ collection, id }: KeyUser): string[] {
  return keptUnder(keyOf(collection, id)).map(({ title }) => title);
}

/** Forgets what is kept of a user in this browser. */
export function forgetKept({ collection, id }: KeyUser): void {
  for (const { key } of keptUnder(keyOf(collection, id))) forget(key);
}

/** Never kept: passwords, and files, which a form cannot be given again. */
const LEFT_OUT = /password|^file$/i;

/** The values of the form's fields that differ from their initial values, by the name of the field. */
export function typedIn(state: FormState): Data {
  const changed = Object.entries(state).filter(([, { initialValue, value }]) => !isSame(initialValue, value));
  const names = new Set(changed.map(([path]) => path.split('.')[0] ?? path));
  const values: Data = reduceFieldsToValues(state, true);
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => names.has(name) && !LEFT_OUT.test(name)),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** How long after a change it is kept, in milliseconds. */
const DELAY = 400;

/** The keys of the form's document and of the form itself, each with a part of its own; undefined where nothing is kept. */
function useKeys(user: KeyUser | undefined): { document: string; own: string } | undefined {
  const { id = '', collectionSlug, docConfig, isTrashed } = useDocumentInfo();
  const [form] = useState(() => `${Date.now()}-${Math.random().toString(36).slice(2)}`);
  // A user's form has passwords.
  const isUsers = Boolean(docConfig && 'auth' in docConfig && docConfig.auth);
  if (!user || !collectionSlug || isTrashed || isUsers) return undefined;
  const document = keyOf(user.collection, user.id, collectionSlug, id);
  return { document, own: document + form };
}

const LEFT = bilingual('Γράψατε εδώ και δεν αποθηκεύτηκαν', 'You wrote here, and it was not saved');
const RESTORE = bilingual('Επαναφορά τους στη φόρμα', 'Put it back into the form');
const DROP = bilingual('Διαγραφή τους', 'Throw it away');
const HOW = bilingual(
  'Η επαναφορά τα βάζει στη θέση όσων έχει τώρα η φόρμα, και δεν αποθηκεύει τίποτα. Ίσως είναι ακόμη ανοιχτά σε άλλη καρτέλα.',
  'Putting it back replaces what the form has now, and saves nothing. It may still be open in another tab.',
);
const NEWER = bilingual(
  'Στο μεταξύ το έγγραφο αποθηκεύτηκε ξανά.',
  'The document has been saved again since.',
);
const FULL = bilingual(
  'Όσα γράφετε είναι πολλά για να κρατηθούν σε αυτόν τον υπολογιστή: θα χαθούν αν κλείσει η σελίδα πριν τα αποθηκεύσετε.',
  'What you write is too much to be kept in this browser: it is lost if the page closes before you save.',
);

/**
 * Keeps what is typed in the browser, by user, document and form, until it is saved or thrown away, and offers what other forms of
 * the same document have left to its user. The form of Payload 3.90 has it in memory only.
 *
 * Needed for: words of a form that is closed before it is saved, by a crash or the end of the session too.
 */
export function KeptWords({ opener }: { opener: KeyUser | undefined }) {
  const { data: saved, hasSavePermission } = useDocumentInfo();
  const { title } = useDocumentTitle();
  const { disabled, getData, reset, setModified } = useForm();
  const [fields] = useAllFormFields();
  const modified = useFormModified();
  const processing = useFormProcessing();
  const { i18n } = useTranslation();
  const [left, setLeft] = useState<Kept[]>([]);
  const [isFull, setFull] = useState(false);
  const { document, own } = useKeys(opener) ?? {};
  /** What was put back and is not saved: the form does not know it as typed. */
  const restored = useRef<Data>({});
  const updatedAt: string | undefined = saved?.updatedAt;
  const latest = useRef({ fields, modified, title, updatedAt });
  latest.current = { fields, modified, title, updatedAt };

  const settle = useCallback((key: string) => {
    const now = latest.current;
    if (!now.modified) restored.current = {};
    const data = now.modified ? { ...restored.current, ...typedIn(now.fields) } : {};
    if (Object.keys(data).length === 0) forget(key);
    else setFull(!keep({ key, at: Date.now(), data, title: now.title ?? '', updatedAt: now.updatedAt }));
  }, []);
  useEffect(() => {
    if (!own) return;
    const now = () => settle(own);
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, [own, settle]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are what has changed
  useEffect(() => {
    if (!own || processing) return;
    const timer = setTimeout(() => settle(own), DELAY);
    return () => clearTimeout(timer);
  }, [fields, modified, own, processing, settle]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form has when it opens
  useEffect(() => {
    const current: Data = getData();
    const isUnsaved = ({ data, key }: Kept) => {
      if (Object.entries(data).some(([name, value]) => !isSame(value, current[name]))) return true;
      // Saved, but the page was gone before it could be forgotten.
      forget(key);
      return false;
    };
    setLeft(
      document
        ? keptUnder(document)
            .filter(({ key }) => key !== own)
            .filter(isUnsaved)
        : [],
    );
  }, [document, own]);

  const drop = ({ key }: Kept) => {
    forget(key);
    setLeft((all) => all.filter((each) => each.key !== key));
  };
  const restore = async (kept: Kept) => {
    await reset({ ...getData(), ...kept.data });
    restored.current = kept.data;
    setModified(true);
    if (own && keep({ ...kept, key: own })) drop(kept);
  };
  const button = (text: typeof DROP, act: () => void, isOff = false) => (
    <PanelButton disabled={isOff} onClick={act} size="small">
      {translate(text, i18n.language)}
    </PanelButton>
  );
  return (
    <>
      {isFull && <FormNotice>{translate(FULL, i18n.language)}</FormNotice>}
      {left.length > 0 && (
        <FormNotice>
          {left.map((kept) => (
            <Fragment key={kept.key}>
              <p>
                <strong>
                  {translate(LEFT, i18n.language)} (
                  {formatDate({ date: kept.at, i18n, pattern: 'dd/MM/yyyy HH:mm' })})
                </strong>
                {kept.title && `: ${kept.title}`}
              </p>
              <p>
                {kept.updatedAt !== updatedAt && `${translate(NEWER, i18n.language)} `}
                {translate(HOW, i18n.language)}
              </p>
              <div className="portal-notice__buttons">
                {button(RESTORE, () => void restore(kept).catch(() => {}), disabled || !hasSavePermission)}
                {button(DROP, () => drop(kept))}
              </div>
            </Fragment>
          ))}
        </FormNotice>
      )}
    </>
  );
}
