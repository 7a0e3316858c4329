import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'

/** Enough to see what was on the page. */
const MAX_CHARACTERS = 3_000

/** Logs what a page shows and which element has the focus, if the test has failed: a wait that ended does not say why. */
export async function showFailureInPage(
  t: Pick<ExecutionContext, 'passed' | 'log'>,
  page: Page,
): Promise<void> {
  if (t.passed || page.isClosed()) return
  const shown = await page
    .evaluate(() => ({
      focused: document.activeElement?.outerHTML.slice(0, 300),
      text: document.body.innerText.replace(/\n\s*\n/g, '\n'),
    }))
    .catch((error: unknown) => ({ focused: undefined, text: String(error) }))
  t.log(`focused: ${shown.focused ?? 'nothing'}\npage:\n${shown.text.slice(0, MAX_CHARACTERS)}`)
}
