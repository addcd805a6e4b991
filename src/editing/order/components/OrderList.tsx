'use client';

import {
  Button,
  DraggableSortable,
  DraggableSortableItem,
  DragHandleIcon,
  Pill,
  toast,
  useTranslation,
} from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useRef, useState } from 'react';
import { useApi } from '../../../payload/admin/useApi.ts';
import { translate } from '../../../payload/i18n/bilingual.ts';
import { WORDS } from '../words.ts';

interface Row {
  id: string;
  title: string;
  isPublished: boolean;
}

interface Props {
  documents: Row[];
  /** Of the order that is shown. */
  state: string;
  /** Where the order is sent to. */
  path: `/${string}`;
}

/** Rows that are dragged, or moved by keyboard or buttons, and saved together. */
export function OrderList({ documents, path, state }: Props) {
  const { language } = useTranslation().i18n;
  const router = useRouter();
  const ask = useApi();
  const [rows, setRows] = useState(documents);
  const [shown, setShown] = useState(state);
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const [isSaving, setSaving] = useState(false);
  const t = (text: typeof WORDS.title) => translate(text, language);
  // The page has been loaded again, after a save.
  if (shown !== state) {
    setShown(state);
    setRows(documents);
  }
  const isChanged = rows.some(({ id }, at) => id !== documents[at]?.id);

  function move(from: number, to: number): void {
    const moved = rows[from];
    if (!moved || to < 0 || to >= rows.length || from === to) return;
    const others = rows.filter((row) => row !== moved);
    setRows([...others.slice(0, to), moved, ...others.slice(to)]);
    setSaid(`${moved.title}: ${t(WORDS.place)} ${to + 1} ${t(WORDS.of)} ${rows.length}`);
  }

  /** The button that was pressed has nothing more to do, and keeps no focus. */
  function end(text: typeof WORDS.title): void {
    setSaid(t(text));
    status.current?.focus();
  }

  async function save(): Promise<void> {
    setSaving(true);
    const failed = { ok: false, json: async () => ({}) };
    const response = await ask(path, {
      method: 'POST',
      headers: { 'Accept-Language': language, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ids: rows.map(({ id }) => id), state }),
    }).catch(() => failed);
    const { errors } = await response.json().catch(() => ({}));
    setSaving(false);
    if (!response.ok) return void toast.error(errors?.[0]?.message ?? t(WORDS.noAnswer));
    toast.success(t(WORDS.saved));
    end(WORDS.saved);
    router.refresh();
  }

  if (rows.length === 0) return <p>{t(WORDS.none)}</p>;
  return (
    <>
      <style href="portal-content-order" precedence="default">
        {STYLES}
      </style>
      <p>{t(WORDS.about)}</p>
      <DraggableSortable
        className="portal-order__rows"
        ids={rows.map(({ id }) => id)}
        onDragEnd={({ moveFromIndex, moveToIndex }) => move(moveFromIndex, moveToIndex)}
      >
        {rows.map((row, at) => (
          <SortableRow
            at={at}
            isLast={at === rows.length - 1}
            key={row.id}
            onMove={(to) => move(at, to)}
            row={row}
            t={t}
          />
        ))}
      </DraggableSortable>
      <p aria-live="polite" className="portal-order__said" ref={status} tabIndex={-1}>
        {said}
      </p>
      <div className="portal-order__buttons">
        <Button
          disabled={!isChanged || isSaving}
          id="save-order"
          margin={false}
          onClick={() => void save()}
          type="button"
        >
          {t(WORDS.save)}
        </Button>
        <Button
          buttonStyle="secondary"
          disabled={!isChanged || isSaving}
          margin={false}
          onClick={() => {
            setRows(documents);
            end(WORDS.undone);
          }}
          type="button"
        >
          {t(WORDS.reset)}
        </Button>
      </div>
    </>
  );
}

interface SortableRowProps {
  at: number;
  isLast: boolean;
  row: Row;
  onMove(to: number): void;
  t(text: typeof WORDS.title): string;
}

function SortableRow({ at, isLast, onMove, row: { id, isPublished, title }, t }: SortableRowProps) {
  return (
    <DraggableSortableItem id={id}>
      {({ attributes, isDragging, listeners, setNodeRef, transform, transition }) => (
        <div
          className="portal-order__row"
          data-dragging={isDragging || undefined}
          ref={setNodeRef}
          style={{
            transform,
            transition,
          }}
        >
          <button
            {...(attributes as object)}
            {...listeners}
            aria-label={`${t(WORDS.drag)}: ${title}`}
            className="portal-order__handle"
            type="button"
          >
            <DragHandleIcon />
          </button>
          <span className="portal-order__place">{at + 1}.</span>
          <span className="portal-order__title">
            {title} {!isPublished && <Pill size="small">{t(WORDS.draft)}</Pill>}
          </span>
          <button
            aria-label={`${t(WORDS.up)}: ${title}`}
            aria-disabled={at === 0}
            onClick={() => onMove(at - 1)}
            type="button"
          >
            ↑
          </button>
          <button
            aria-label={`${t(WORDS.down)}: ${title}`}
            aria-disabled={isLast}
            onClick={() => onMove(at + 1)}
            type="button"
          >
            ↓
          </button>
        </div>
      )}
    </DraggableSortableItem>
  );
}

const STYLES = `
.portal-order__rows { display: grid; gap: 4px; margin-block: var(--base); max-width: 60rem; }
.portal-order__row { display: flex; align-items: center; gap: 8px; padding: 6px 8px; background: var(--theme-elevation-50); border: 1px solid var(--theme-elevation-150); border-radius: var(--style-radius-s); }
.portal-order__row[data-dragging] { position: relative; z-index: 1; box-shadow: 0 2px 8px rgb(0 0 0 / 25%); }
.portal-order__row .portal-order__handle { display: flex; align-items: center; justify-content: center; cursor: grab; touch-action: none; }
.portal-order__place { min-width: 2.2em; text-align: end; font-variant-numeric: tabular-nums; }
.portal-order__title { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.portal-order__row button { min-width: 36px; min-height: 36px; font: inherit; color: inherit; background: var(--theme-elevation-0); border: 1px solid var(--theme-elevation-400); border-radius: var(--style-radius-s); cursor: pointer; }
.portal-order__row button[aria-disabled='true'] { opacity: 0.4; cursor: default; }
.portal-order__said { min-height: 1.5em; outline: none; overflow-wrap: anywhere; }
.portal-order__buttons { display: flex; flex-wrap: wrap; gap: calc(var(--base) / 2); position: sticky; inset-block-end: 0; padding-block: calc(var(--base) / 2); background: var(--theme-bg); }
`;
