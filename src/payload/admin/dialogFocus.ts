/** The text of a dialog that asks or says something. Drawers, which hold forms, have none. */
const TEXT = '[class$="__content"]:has(> h1)';

let isWatched = false;

/**
 * Puts the focus on the text of a dialog when it opens. Payload 3.90 puts it on the first button, so that a dialog that opens
 * while somebody types is answered by the next space or Enter, for example by leaving the page.
 *
 * Needed for: unsaved text, and screen readers, which read the text first.
 */
export function focusTexts(): void {
  if (isWatched) return;
  isWatched = true;
  document.addEventListener('focusin', ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('dialog');
    const text = dialog?.querySelector<HTMLElement>(TEXT);
    const isInside = relatedTarget instanceof Node && dialog?.contains(relatedTarget);
    if (!text || isInside || target === text) return;
    text.tabIndex = -1;
    text.style.outline = 'none';
    text.focus();
  });
}
