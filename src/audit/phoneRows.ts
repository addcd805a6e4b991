/** Styles of a table whose rows are a few lines each on a phone, so that none of it is beside the window. @param table a CSS selector */
export const phoneRows = (table: string) => `
@media (max-width: 768px) {
  ${table} thead { display: none; }
  ${table} :is(table, tbody, tr, td) { display: block; }
  ${table} tr { padding-block: 8px; }
  ${table} td { max-width: none; padding-block: 2px; }
  ${table} td:empty { display: none; }
}
`;
