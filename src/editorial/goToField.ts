/** What is written in. The toolbar of a text comes before the text. */
const WRITTEN = 'input, textarea, select, [contenteditable="true"]';
const CONTROL = `${WRITTEN}, button`;

/**
 * Brings a field of the form into view, with the focus; while its row is closed, the rows that it stands in.
 * @param path of the field in the form
 * @param label by which a rich text is known, which has no name of its own
 */
export function goToField(path: string, label: string): void {
  const idOf = (each: string) => `field-${each.replaceAll('.', '__')}`;
  const text = `.rich-text-lexical [contenteditable=true][aria-label="${CSS.escape(label)}"]`;
  const field =
    document.getElementById(idOf(path)) ??
    document.querySelector(`label[for="${CSS.escape(idOf(path))}"]`)?.closest('.field-type') ??
    document.getElementById(idOf(path.split('.')[0] ?? path)) ??
    document.querySelector(text);
  field?.scrollIntoView({ block: 'center' });
  const inside = field?.querySelector(WRITTEN) ?? field?.querySelector(CONTROL);
  const control = field?.matches(CONTROL) ? field : inside;
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}
