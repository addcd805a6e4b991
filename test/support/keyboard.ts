import type { Page } from 'playwright-core';

/** More than any page of the admin has. */
const STOPS = 200;

/** Presses Tab (or Shift+Tab) until the element has the focus. @throws Error if it never gets it */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate((at) => document.activeElement?.matches(at), selector)) return;
  }
  throw new Error(`${key} does not get to ${selector}`);
}
