/** Milliseconds. Payload validates a drawer 250 ms after the typed text is rendered; a slow machine needs longer. */
const VALIDATION_TIMEOUT = 500;

/**
 * Delays the submit of a link drawer until the last input is validated. In Payload 3.90 an earlier click or Enter silently does
 * nothing: the validation cancels the request of the submit, which then uses an empty form state.
 *
 * Needed for: links that are typed or chosen quickly.
 * @returns a function that stops it
 */
export function waitForCheckOfLinks(): () => void {
  let typedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onInput = () => {
    typedAt = performance.now();
  };
  /** A document is chosen in a list. */
  const onClick = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.list-drawer')) onInput();
  };
  const onSubmit = (event: Event) => {
    const form = event.target;
    const left = typedAt + VALIDATION_TIMEOUT - performance.now();
    if (left <= 0 || !(form instanceof HTMLFormElement) || !form.closest('.lexical-link-edit-drawer')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    clearTimeout(timer);
    timer = setTimeout(() => form.requestSubmit(), left);
  };
  document.addEventListener('input', onInput, { capture: true });
  document.addEventListener('click', onClick, { capture: true });
  document.addEventListener('submit', onSubmit, { capture: true });
  return () => {
    clearTimeout(timer);
    document.removeEventListener('input', onInput, { capture: true });
    document.removeEventListener('click', onClick, { capture: true });
    document.removeEventListener('submit', onSubmit, { capture: true });
  };
}
