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

/** Presses Tab until the end of the page. @returns the number of stops */
export async function tabThrough(page: Page): Promise<number> {
  for (let stop = 1; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) return stop;
  }
  throw new Error('Tab does not get to the end of the page');
}
