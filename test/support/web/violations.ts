import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** What colours can break; all the other rules look at structure, which no scheme changes. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'] as const

/** Names of the rules that the page breaks (WCAG and best practice), of all or of these. */
export async function violations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  })
  const found: unknown = await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations.map((v) => \`\${v.id}: \${v.nodes.map((n) => n.html).join(" ")}\`))`,
  )
  return Array.isArray(found) ? found.map(String) : ['axe did not answer']
}
