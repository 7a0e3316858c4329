import type { ExecutionContext } from 'ava'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { isLong } from '../process/long-tests.ts'
import { fillForDialogs } from './dialog-states.ts'
import type { FakeApi } from './fake-api.ts'
import { fakeMessage } from './fake-mail.ts'
import { layoutFaults } from './layout-faults.ts'
import type { OpenMailFn } from './open-mail.ts'

/** A size of window and text. */
export interface Screen extends BrowserContextOptions {
  /** Text at this many times its size, as a reader may set it. */
  readonly textZoom?: number
}

/** From the smallest window on. */
const screens: ReadonlyMap<string, Screen> = new Map<string, Screen>([
  ...[320, 390, 768, 980, 1024, 1100, 1150, 1250, 1440].map((width): [string, Screen] => [
    `${width} px`,
    { viewport: { width, height: 844 } },
  ]),
  ['1440 px at 200 % zoom', { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 }],
  ['1280 px with text of twice the size', { viewport: { width: 1280, height: 844 }, textZoom: 2 }],
  ['390 px with text of twice the size', { viewport: { width: 390, height: 844 }, textZoom: 2 }],
])

/**
 * Of these the ones that leave least room in each arrangement of the page (one pane, folders that lie over the list, all
 * panes), the lowest window, and the widest; all of them at full length.
 */
export const walkedScreens: readonly string[] = isLong
  ? [...screens.keys()]
  : [
      '320 px',
      '980 px',
      '1150 px',
      '1440 px',
      '1440 px at 200 % zoom',
      '390 px with text of twice the size',
    ]

function fill(api: FakeApi): void {
  const attachments = [
    'plan.pdf',
    'a rather long name of a photo from the lake.png',
    'notes.txt',
  ].map((filename, index) => ({
    id: String(index + 2),
    type: filename.endsWith('png') ? 'image/png' : 'application/octet-stream',
    filename,
    size: 123_456,
  }))
  api.mailboxes.get('INBOX')?.messages.push(
    fakeMessage(21, {
      attachments,
      subject:
        'The plan of the garden behind the house, with all the photos and notes of last year',
      from: [{ name: 'Augusta Ada King, Countess of Lovelace', address: 'ada@long.example.test' }],
    }),
  )
  fillForDialogs(api)
}

/** A page that is looked at in one state after the other. */
export interface Walk {
  readonly page: Page
  readonly api: FakeApi
  /** Asserts that all is in its place, and keeps a picture when one is wanted. */
  readonly look: (state: string) => Promise<void>
}

/**
 * Opens a full mailbox on this screen. `LAYOUT_SHOTS` names a folder for pictures, `LAYOUT_COLORS=dark` the
 * scheme they are in.
 */
export async function openWalk(
  openMail: OpenMailFn,
  t: ExecutionContext,
  name: string,
): Promise<Walk> {
  const { textZoom, ...browser } = screens.get(name) ?? {}
  const { LAYOUT_SHOTS: shots, LAYOUT_COLORS: colors } = process.env
  const colorScheme = colors === 'dark' ? 'dark' : 'light'
  const { page, api } = await openMail(t, {
    browser: { ...browser, colorScheme, hasTouch: false },
    prepare: fill,
  })
  if (textZoom !== undefined) {
    await page.evaluate(
      (zoom) => (document.documentElement.style.fontSize = `${zoom}00%`),
      textZoom,
    )
  }
  return {
    page,
    api,
    async look(state) {
      const file = [name, state].map((args) => args.replaceAll(/\W+/g, '-')).join('-')
      if (shots !== undefined) await page.screenshot({ path: `${shots}/${file}.png` })
      t.deepEqual(await layoutFaults(page), [], state)
    },
  }
}
