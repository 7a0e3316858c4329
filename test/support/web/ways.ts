import type { BrowserContextOptions, Locator, Page } from 'playwright-core'

/** How a person uses the page: what is done is said once, and played in each way. */
export interface Way {
  readonly name: string
  readonly browser: BrowserContextOptions
  /** Opens the message of that row. */
  openMessage(page: Page, subject: string): Promise<void>
  compose(page: Page): Promise<void>
  /** Answers, or passes on, the message that is open. */
  answer(page: Page): Promise<void>
  forward(page: Page): Promise<void>
  /** Presses a button, a link or an entry of a menu. */
  press(control: Locator): Promise<void>
  /** Writes behind what is in a field, or where the caret was set. */
  write(field: Locator, text: string): Promise<void>
  /** Sets the caret behind the words of a line. */
  setCaretBehind(editor: Locator, words: string): Promise<void>
  choose(select: Locator, label: string): Promise<void>
}

/** Controls that are passed on the way to one before it counts as out of reach. */
const MAX_TABS = 80
/** Lines that the caret is moved by at most. */
const MAX_LINES = 40

/** Without a pointer: Tab goes to a control, Enter presses it, and arrows move the caret. */
export const byKeyboard: Way = {
  name: 'by keyboard alone',
  browser: { viewport: { width: 1280, height: 800 } },
  async openMessage(page, subject) {
    await page.getByRole('row', { name: subject }).waitFor()
    const row = page.locator(`[role=row]:focus[aria-label*="${subject}"]`)
    for (let steps = 0; steps < MAX_LINES && (await row.count()) === 0; steps += 1) {
      await page.keyboard.press('j')
      await page.locator('[role=row]:focus').waitFor()
    }
    await page.getByRole('heading', { name: subject }).waitFor()
    await page.keyboard.press('Enter')
  },
  compose: (page) => page.keyboard.press('c'),
  answer: (page) => page.keyboard.press('r'),
  forward: (page) => page.keyboard.press('f'),
  async press(control) {
    await reach(control)
    await control.page().keyboard.press('Enter')
  },
  async write(field, text) {
    await reach(field)
    await field.page().keyboard.type(text)
  },
  async setCaretBehind(editor, words) {
    await reach(editor)
    const { keyboard } = editor.page()
    await keyboard.press('Control+Home')
    for (let lines = 0; lines < MAX_LINES; lines += 1) {
      if ((await lineOfCaret(editor)).includes(words)) break
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('End')
  },
  async choose(select, label) {
    await reach(select)
    const { keyboard } = select.page()
    await keyboard.press('Home')
    for (let steps = 0; steps < MAX_LINES; steps += 1) {
      const chosen = select.locator('option:checked')
      if ((await chosen.textContent()) === label) return
      await keyboard.press('ArrowDown')
    }
    throw new Error(`“${label}” cannot be chosen by keys`)
  },
}

/** With a finger, and the keys of the keyboard on the screen; what needs a mouse is out of reach. */
export const onPhone: Way = {
  name: 'on a phone of 390 px',
  browser: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  openMessage: (page, subject) => page.getByRole('row', { name: subject }).tap(),
  compose: (page) => page.getByRole('button', { name: 'New message' }).last().tap(),
  answer: (page) => page.getByRole('button', { name: 'Reply', exact: true }).tap(),
  forward: (page) => page.getByRole('button', { name: 'Forward', exact: true }).tap(),
  press: (control) => control.tap(),
  async write(field, text) {
    // Where its first line is: in a text the caret goes where one taps.
    await field.tap({ position: { x: 20, y: 12 } })
    await field.page().keyboard.type(text)
  },
  async setCaretBehind(editor, words) {
    const line = editor.getByText(words)
    const box = await line.boundingBox()
    if (box === null) throw new Error(`“${words}” is not shown`)
    await line.tap({ position: { x: box.width - 2, y: box.height / 2 } })
  },
  async choose(select, label) {
    await select.selectOption({ label })
  },
}

/** Goes to a control as Tab does; throws where it does not come by. */
async function reach(control: Locator): Promise<void> {
  await control.waitFor()
  const { keyboard } = control.page()
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if (await hasFocus(control)) return
    await keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(control)}`)
}

/** The body of a frame is what has the focus in it, so that the frame has to have it, too. */
function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { activeElement, defaultView } = element.ownerDocument
    const frame = defaultView?.frameElement ?? null
    const isFrameActive = frame === null || frame.ownerDocument.activeElement === frame
    return isFrameActive && activeElement === element
  })
}

function lineOfCaret(editor: Locator): Promise<string> {
  return editor.evaluate((body) => {
    const { anchorNode } = body.ownerDocument.getSelection() ?? { anchorNode: null }
    return anchorNode === body ? '' : (anchorNode?.textContent ?? '')
  })
}
