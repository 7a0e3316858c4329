import type { ConsoleMessage, Page } from 'playwright-core'

/** A navigation began, a key went down, the mouse clicked; or what is in the page now is painted. */
const kinds = ['opened', 'pressed', 'clicked', 'form', 'list', 'message'] as const

/** What a page reports itself, by the clock of its browser: ms since 1970, with fractions. */
interface Reported {
  readonly kind: (typeof kinds)[number]
  readonly at: number
}

const prefix = 'page-clock '

/** The waits of one page, each in ms. */
export type PageClock = Awaited<ReturnType<typeof startPageClock>>

/**
 * Waits in the browser itself, from what a user did until the result is painted. Starts the clock in a
 * page, before anything is loaded. The page looks at itself once in each frame and tells through its console,
 * so that neither the way to Playwright nor what Playwright does in the page is in the figures: on two cores
 * that was more than 100 ms of every figure, also for an empty page.
 */
export async function startPageClock(page: Page, row: string) {
  await page.addInitScript({ content: `(${inPage})(${JSON.stringify({ row, prefix })})` })

  async function between(
    start: Reported['kind'],
    end: Reported['kind'],
    run: () => Promise<unknown>,
  ): Promise<number> {
    const reported: Reported[] = []
    const done = page.waitForEvent('console', {
      predicate: (message) => {
        const one = read(message)
        if (one !== undefined) reported.push(one)
        return one?.kind === end && reported.some(({ kind }) => kind === start)
      },
    })
    await run()
    await done
    const startedAt = reported.find(({ kind }) => kind === start)?.at ?? NaN
    return (reported.at(-1)?.at ?? NaN) - startedAt
  }

  return {
    /** From the beginning of a navigation to the sign-in form. */
    openToForm: (open: () => Promise<unknown>) => between('opened', 'form', open),
    /** From the key that goes down next to the list. */
    enterToList: (press: () => Promise<unknown>) => between('pressed', 'list', press),
    /** From the beginning of the navigation to the list. */
    reloadToList: (reload: () => Promise<unknown>) => between('opened', 'list', reload),
    /** From the click that comes next to the text of a message. */
    clickToMessage: (click: () => Promise<unknown>) => between('clicked', 'message', click),
  }
}

function read(message: ConsoleMessage): Reported | undefined {
  const text = message.text()
  if (!text.startsWith(prefix)) return undefined
  const [name, at] = text.slice(prefix.length).split(' ')
  const kind = kinds.find((one) => one === name)
  return kind === undefined ? undefined : { kind, at: Number(at) }
}

/** Runs in the page, so it is a text: the tools that run this file would put calls of their own into a function. */
const inPage = `({ row, prefix }) => {
  if (window !== window.top) return
  const tell = (kind, at) => console.info(prefix + kind + ' ' + (performance.timeOrigin + at))
  const on = (type, kind) => addEventListener(type, (event) => tell(kind, event.timeStamp), true)
  on('keydown', 'pressed')
  on('click', 'clicked')
  tell('opened', 0)

  // The text itself: neither the heading nor the frame that will hold it. A frame that begins to load has no body.
  const bodies = '#messagebody, .plain-text'
  const frames = () => [...document.querySelectorAll('iframe')].filter((frame) => frame.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  const documents = () => [document, ...frames().map((frame) => frame.contentDocument)]
  const bodyOf = (inside) =>
    inside?.querySelector(bodies) ?? (inside === document ? null : inside?.querySelector('body:not(.task-mail)'))
  const shows = {
    form: () => document.querySelector('input[name="_user"]') !== null,
    list: () => document.querySelector(row)?.checkVisibility({ visibilityProperty: true }) === true,
    message: () => documents().some((inside) => (bodyOf(inside)?.textContent.trim().length ?? 0) > 20),
  }

  // What stands in the document in one frame is on the screen when the next one begins.
  const painted = new Set()
  const seen = new Set()
  const look = (now) => {
    for (const [kind, isThere] of Object.entries(shows)) {
      if (painted.has(kind)) continue
      if (seen.has(kind)) {
        painted.add(kind)
        tell(kind, performance.now())
      } else if (isThere()) seen.add(kind)
    }
    if (painted.size < Object.keys(shows).length) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`
