'use client';

import {
  Button,
  DraggableSortable,
  DraggableSortableItem,
  DragHandleIcon,
  Pill,
  useConfig,
  useListDrawerContext,
  useListQuery,
  useTranslation,
} from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useRef, useState } from 'react';
import { PanelButton } from '../../../payload/admin/PanelButton.tsx';
import { useAction } from '../../../payload/admin/useApi.ts';
import { type Bilingual, bilingual, translate } from '../../../payload/i18n/bilingual.ts';

/** The words of the list of documents that are put into order. */
const WORDS = {
  change: bilingual('Αλλαγή σειράς', 'Change order'),
  about: bilingual(
    'Σύρετε τις γραμμές, ή μετακινήστε τις με τα βέλη, και αποθηκεύστε. Η πύλη δείχνει αμέσως τη νέα σειρά.',
    'Drag the rows, or move them with the arrows, and save. The portal shows the new order at once.',
  ),
  draft: bilingual('Δεν είναι δημοσιευμένο', 'Not published'),
  drag: bilingual('Μετακίνηση', 'Move'),
  up: bilingual('Πιο πάνω', 'Move up'),
  down: bilingual('Πιο κάτω', 'Move down'),
  place: bilingual('θέση', 'position'),
  of: bilingual('από', 'of'),
  save: bilingual('Αποθήκευση σειράς', 'Save order'),
  reset: bilingual('Αναίρεση αλλαγών', 'Undo changes'),
  undone: bilingual('Οι αλλαγές αναιρέθηκαν.', 'The changes are undone.'),
  saved: bilingual('Η σειρά αποθηκεύτηκε.', 'The order has been saved.'),
};

const moved = (count: number) =>
  count === 1
    ? bilingual('Άλλαξε θέση 1 στοιχείο.', '1 element has been moved.')
    : bilingual(`Άλλαξαν θέση ${count} στοιχεία.`, `${count} elements have been moved.`);

/** The way from a list to the page. Not in a drawer that selects a document. */
export function OrderButton() {
  const { routes } = useConfig().config;
  const { language } = useTranslation().i18n;
  const { collectionSlug } = useListQuery();
  const { isInDrawer } = useListDrawerContext();
  if (isInDrawer || !collectionSlug) return null;
  const path: `/${string}` = `/collections/${collectionSlug}/order`;
  return (
    <Button
      buttonStyle="secondary"
      el="link"
      id="action-order"
      margin={false}
      size="medium"
      to={formatAdminURL({ adminRoute: routes.admin, path })}
    >
      {translate(WORDS.change, language)}
    </Button>
  );
}

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
  const { act, isBusy } = useAction();
  const [rows, setRows] = useState(documents);
  const [shown, setShown] = useState(state);
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const t = (text: Bilingual) => translate(text, language);
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
  function end(text: Bilingual): void {
    setSaid(t(text));
    status.current?.focus();
  }

  async function save(): Promise<void> {
    const body = { ids: rows.map(({ id }) => id), state };
    const done = ({ changed }: { changed: number }) => t(moved(changed));
    if (!(await act(path, { body, done }))) return;
    end(WORDS.saved);
    router.refresh();
  }

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
        <PanelButton isFirst disabled={!isChanged || isBusy} id="save-order" onClick={() => void save()}>
          {t(WORDS.save)}
        </PanelButton>
        <PanelButton
          disabled={!isChanged || isBusy}
          onClick={() => {
            setRows(documents);
            end(WORDS.undone);
          }}
        >
          {t(WORDS.reset)}
        </PanelButton>
      </div>
    </>
  );
}

interface SortableRowProps {
  at: number;
  isLast: boolean;
  row: Row;
  onMove(to: number): void;
  t(text: Bilingual): string;
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
