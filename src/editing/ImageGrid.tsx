/** Styles that show the table of images as a grid of cards, in the list view and in pickers. */
export function ImageGrid() {
  return (
    <style href="portal-image-grid" precedence="default">
      {GRID}
    </style>
  );
}

const TABLE = '.table:has(td.cell-picture)';

const GRID = `
${TABLE} table, ${TABLE} thead { display: block; }
${TABLE} thead tr { display: flex; flex-wrap: wrap; align-items: center; }
${TABLE} th { min-width: 0; }
${TABLE} #heading-picture { display: none; }
${TABLE} tbody {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: 1rem;
}
${TABLE} tbody tr {
  display: flex;
  flex-direction: column;
  border: 1px solid var(--theme-elevation-150);
  border-radius: var(--style-radius-m);
  overflow: hidden;
  background: var(--theme-elevation-0);
}
${TABLE} tbody tr:focus-within, ${TABLE} tbody tr:hover { border-color: var(--theme-elevation-500); }
${TABLE} tbody td { min-width: 0; padding: 0.25rem 0.75rem; overflow-wrap: anywhere; }
${TABLE} tbody td:last-child { padding-bottom: 0.75rem; }
${TABLE} tbody td.cell-picture { order: -1; padding: 0; }
${TABLE} tbody td.cell-_select { position: absolute; top: 0.25rem; left: 0; width: auto; z-index: 2; }
${TABLE} td.cell-picture figure { margin: 0; }
${TABLE} td.cell-picture img, ${TABLE} .picture-gone, ${TABLE} .file-symbol {
  display: flex;
  align-items: center;
  justify-content: center;
  width: 100%;
  aspect-ratio: 4 / 3;
  object-fit: cover;
  padding: 0;
  background: var(--theme-elevation-100);
  color: var(--theme-elevation-600);
  text-align: center;
}
${TABLE} .file-symbol { flex-direction: column; gap: 0.25rem; }
${TABLE} td.cell-picture figcaption {
  padding: 0.5rem 0.75rem 0;
  color: var(--theme-elevation-600);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
${TABLE} td.cell-alt a::after, ${TABLE} td.cell-alt button::after { content: ''; position: absolute; inset: 0; }
${TABLE} td.cell-alt { position: static; }
`;
