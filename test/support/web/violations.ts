import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Names of the rules that the page breaks (WCAG and best practice). */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const found: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`))',
  )
  return Array.isArray(found) ? found.map(String) : ['axe did not answer']
}
