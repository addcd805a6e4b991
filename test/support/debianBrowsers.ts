import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { onPath } from './cache.ts';
import { onFileEnd, onTestFailure } from './cleanup.ts';
import { freshFolder } from './databases.ts';
import { freePort } from './freePort.ts';

export type BrowserName = 'firefox' | 'webkit';

/** Programs, each with the package of Debian that has it. */
const PROGRAMS = {
  Xvfb: 'xvfb',
  setxkbmap: 'x11-xkb-utils',
  xdotool: 'xdotool',
  xclip: 'xclip',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
};

/** The time limit of one step, in milliseconds. */
const STEP = 90_000;

/** Of Firefox: its driver on a free port, nothing that it does for itself, and accents (findings/firefox-dead-keys.sh). */
const PREFERENCES = {
  'marionette.port': 0,
  'focusmanager.testmode': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

/** What a driver does: the commands of WebDriver, which Firefox's own protocol (Marionette) has under other names. */
interface Driver {
  navigate(url: string): Promise<unknown>;
  execute(script: string, args: unknown[]): Promise<unknown>;
  clickElement(id: string): Promise<unknown>;
}

/** The key of an element in answers (WebDriver, 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Keys that are dead: the accent is put on the next letter. */
const DEAD: Readonly<Record<string, string>> = { '\u0301': 'dead_acute', '\u0308': 'dead_diaeresis' };

/** A browser of Debian on a screen of its own, with the keys and the clipboard of that screen. */
export interface DebianBrowser {
  open(url: string): Promise<void>;
  /** What a function gives that runs in the page, once that is neither undefined, null nor false. @throws Error if it never is */
  until<T, Args extends unknown[]>(look: (...args: Args) => T, ...args: Args): Promise<NonNullable<T>>;
  /** Clicks the first visible element of a selector, or the one with these words, once it is there. */
  click(selector: string, words?: string): Promise<void>;
  /** Types into what has the focus, with the keys of a Greek keyboard, or of an American one for Latin letters; accents by dead keys. */
  type(text: string): Promise<void>;
  /** Presses keys as X names them, together: `ctrl+v`. */
  press(...keys: string[]): Promise<void>;
  /** Puts HTML on the clipboard, and pastes it. */
  paste(html: string): Promise<void>;
}

/** Starts a browser; it ends with the test file. @throws Error that names the packages that are missing */
export async function startBrowser(name: BrowserName): Promise<DebianBrowser> {
  const missing: string[] = [];
  for (const [program, inPackage] of Object.entries(PROGRAMS))
    if ((await onPath([program])).length === 0) missing.push(inPackage);
  if (missing.length > 0) throw new Error(`Missing: apt-get install ${missing.join(' ')}`);
  const display = await startScreen();
  const env = { ...process.env, DISPLAY: display, GTK_IM_MODULE: '', LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = await (name === 'firefox' ? startFirefox(env) : startWebKit(env));
  return drive(driver, env);
}

async function startScreen(): Promise<string> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onFileEnd(() => void screen.kill());
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return `:${String(number).trim()}`;
}

async function startFirefox(env: NodeJS.ProcessEnv): Promise<Driver> {
  const folder = await freshFolder();
  const lines = Object.entries(PREFERENCES).map((each) => `user_pref(${JSON.stringify(each).slice(1, -1)});`);
  await writeFile(join(folder, 'user.js'), lines.join('\n'));
  const browser = spawn('firefox-esr', ['--marionette', '--no-remote', '--profile', folder], {
    env,
    stdio: 'ignore',
  });
  onFileEnd(async () => {
    browser.kill('SIGKILL');
    await once(browser, 'exit');
  });
  const port = await patiently(() => readFile(join(folder, 'MarionetteActivePort'), 'utf8'));
  const socket = connect(Number(port), '127.0.0.1');
  onFileEnd(() => void socket.destroy());
  const answers = messagesOf(socket);
  await answers.next();
  let id = 0;
  const send = async (command: string, parameters: object): Promise<unknown> => {
    const message = JSON.stringify([0, ++id, `WebDriver:${command}`, parameters]);
    socket.write(`${Buffer.byteLength(message)}:${message}`);
    const { value } = await answers.next();
    const [, , error, result] = value as [1, number, { message: string } | null, { value?: unknown }];
    if (error) throw new Error(`${command}: ${error.message}`);
    return result?.value;
  };
  await send('NewSession', {});
  return {
    navigate: (url) => send('Navigate', { url }),
    execute: (script, args) => send('ExecuteScript', { script, args }),
    clickElement: (element) => send('ElementClick', { id: element }),
  };
}

/** What Firefox sends: each message after its length and a colon. */
async function* messagesOf(socket: AsyncIterable<Buffer>): AsyncGenerator<unknown, unknown> {
  let left = Buffer.alloc(0);
  for await (const bytes of socket) {
    left = Buffer.concat([left, bytes]);
    for (;;) {
      const colon = left.indexOf(':');
      const end = colon + 1 + Number(left.toString('latin1', 0, Math.max(0, colon)));
      if (colon < 0 || left.length < end) break;
      const message = left.toString('utf8', colon + 1, end);
      left = left.subarray(end);
      yield JSON.parse(message);
    }
  }
  throw new Error('Firefox has closed the connection.');
}

async function startWebKit(env: NodeJS.ProcessEnv): Promise<Driver> {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  const send = async (path: string, body: object | undefined): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method: body ? 'POST' : 'DELETE',
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const { sessionId } = (await patiently(() => send('', { capabilities: {} }))) as { sessionId: string };
  onFileEnd(async () => {
    // It takes its browser with it.
    await send(`/${sessionId}`, undefined).catch(() => {});
    driver.kill();
  });
  return {
    navigate: (url) => send(`/${sessionId}/url`, { url }),
    execute: (script, args) => send(`/${sessionId}/execute/sync`, { script, args }),
    clickElement: (element) => send(`/${sessionId}/element/${element}/click`, {}),
  };
}

function drive({ navigate, execute, clickElement }: Driver, env: NodeJS.ProcessEnv): DebianBrowser {
  const run = async (program: string, ...args: string[]) => {
    await promisify(execFile)(program, args, { env, timeout: STEP });
  };
  const execution = <Args extends unknown[]>(look: (...args: Args) => unknown, args: Args) =>
    execute(`return (${look})(...arguments)`, args);
  const until = async <T, Args extends unknown[]>(look: (...args: Args) => T, ...args: Args) =>
    patiently(async () => {
      const found = await execution(look, args);
      if (found === undefined || found === null || found === false)
        throw new Error(`never: ${look} ${args.join()}`);
      return found as NonNullable<T>;
    });
  onTestFailure(async () =>
    String(await execution(() => `${location.href}\n${document.body.textContent}`, [])),
  );
  return {
    open: async (url) => {
      await navigate(url);
      // A click before React has taken the page over is lost.
      await until(isTakenOver);
      await until(isQuiet);
    },
    until,
    click: async (selector, words = '') => {
      const element = await until(findVisible, selector, words);
      await clickElement((element as unknown as Record<string, string>)[ELEMENT] ?? '');
    },
    type: async (text) => {
      await run('setxkbmap', /\p{Script=Greek}/u.test(text) ? 'gr' : 'us');
      const keys: string[][] = [];
      for (const letter of text.normalize('NFD')) {
        const dead = DEAD[letter];
        if (dead) keys.splice(-1, 0, ['key', dead]);
        else keys.push(['type', '--args', '1', letter]);
      }
      await run('xdotool', ...keys.flat());
      await until(hasTyped, text);
    },
    press: (...keys) => run('xdotool', 'key', '--delay', '80', ...keys),
    paste: async (html) => {
      const clipboard = spawn('xclip', ['-selection', 'clipboard', '-t', 'text/html'], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      clipboard.stdin.end(html);
      await once(clipboard, 'exit');
      await run('xdotool', 'key', 'ctrl+v');
    },
  };
}

/** Runs in the page. Keys arrive a moment after they are pressed. */
function hasTyped(text: string): boolean {
  const at = document.activeElement;
  return (at instanceof HTMLInputElement ? at.value : (at?.textContent ?? '')).includes(text);
}

/** Runs in the page. */
function isTakenOver(): boolean {
  return Object.keys(document.querySelector('form, table') ?? {}).some((key) => key.startsWith('__react'));
}

/** Runs in the page. What it gives comes once the page has not changed for half a second. */
function isQuiet(): Promise<boolean> {
  return new Promise((resolve) => {
    let timer = setTimeout(resolve, 500, true);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(resolve, 500, true);
    };
    const all = { attributes: true, characterData: true, childList: true, subtree: true };
    new MutationObserver(again).observe(document, all);
  });
}

/** Runs in the page. */
function findVisible(selector: string, words: string): Element | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(selector)];
  return all.find((each) => each.checkVisibility() && (words === '' || each.textContent?.trim() === words));
}

/** What something gives, once it does not throw. @throws what it throws at last */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + STEP; ; await sleep(100)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
