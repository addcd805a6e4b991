import type { Page } from 'playwright-core';

/** More than any page of the administration has. */
const STOPS = 200;

/** Moves on with Tab, or back with Shift+Tab, until the focus is there. @throws Error where that doesn't get to it */
export async function tabTo(page: Page, selector: string, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate((at) => document.activeElement?.matches(at), selector)) return;
  }
  throw new Error(`${key} does not get to ${selector}`);
}

/** Moves on with Tab until the last stop of the page is behind. @returns how many there were */
export async function tabThrough(page: Page): Promise<number> {
  for (let stop = 1; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement === document.body)) return stop;
  }
  throw new Error('Tab does not get to the end of the page');
}
