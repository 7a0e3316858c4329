import { escapeHtml } from '../../http/escape.ts'
import type { Finding } from '../../findings/finding.ts'
import { section } from './elements.ts'

/** What the process finds about itself; `postern doctor` sees the machine and the configuration as well. */
export function findingsSection(findings: readonly Finding[]): string {
  const found = findings.filter(({ severity }) => severity !== 'fine')
  const note =
    '<p class="note">What this process can tell of itself. <code>postern doctor</code> looks at the machine, the configuration and the servers too.</p>'
  const items = found.map(
    ({ id, severity, seen, advice }) => `<li>
<p><span class="state ${severity}">${severity}</span> <b>${escapeHtml(seen)}</b> <code>${escapeHtml(id)}</code></p>
${(advice ?? '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => `<p class="advice">${escapeHtml(line.trim())}</p>`)
  .join('')}
</li>`,
  )
  const list =
    items.length === 0
      ? '<p class="empty">Nothing to do.</p>'
      : `<ol class="failures">${items.join('')}</ol>`
  return section('findings', 'Findings', list, note)
}
