/** Payload checks a drawer 250 ms after what was typed has been rendered; on a slow machine that takes a while. In milliseconds. */
const CHECKED_WITHIN = 500;

/**
 * Payload 3.90: a press of the button of a link's drawer, or Enter, that comes before what was typed last is checked does
 * nothing and says nothing: the check ends the request of the press, which then goes by the empty form. Such a press waits.
 *
 * Depends on it: links that are made as quickly as somebody types.
 * @returns what ends it
 */
export function waitForCheckOfLinks(): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onInput = () => {
    typedAt = performance.now();
  };
  const onSubmit = (event: Event) => {
    const form = event.target;
    const left = typedAt + CHECKED_WITHIN - performance.now();
    if (left <= 0 || !(form instanceof HTMLFormElement) || !form.closest('.lexical-link-edit-drawer')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(timer);
    timer = setTimeout(() => form.requestSubmit(), left);
  };
  document.addEventListener('input', onInput, { capture: true });
  document.addEventListener('submit', onSubmit, { capture: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('input', onInput, { capture: true });
    document.removeEventListener('submit', onSubmit, { capture: true });
  };
}
