import { escapeHtml } from '../../../../plugin/pages/escape.ts'
import { renderDocument } from './document.ts'

/** One thing to open from the dashboard. */
export interface DashboardEntry {
  readonly href: string
  readonly name: string
  readonly description: string
  readonly isDefault?: boolean
}

interface DashboardPage {
  readonly title: string
  readonly lead: string
  readonly user: string
  readonly entries: readonly DashboardEntry[]
}

/** The first page after the sign-in: the applications, or an account's mailboxes. */
export function renderDashboardPage({ title, lead, user, entries }: DashboardPage): string {
  return renderDocument({
    title,
    user,
    logoutPath: '/logout/',
    main: `<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(lead)}</p>
<ul class="apps">
${entries.map(renderEntry).join('\n')}
</ul>`,
  })
}

function renderEntry({ href, name, description, isDefault = false }: DashboardEntry): string {
  const badge = isDefault ? '<span class="badge">Default</span>' : ''
  return `<li><a class="app" href="${escapeHtml(href)}">${envelope}<span><strong>${escapeHtml(name)}</strong>${badge}</span>
<small>${escapeHtml(description)}</small></a></li>`
}

const envelope =
  '<svg viewBox="0 0 48 48" aria-hidden="true"><rect class="tile" width="48" height="48" rx="12"/>' +
  '<path class="drawing" d="M12 16h24v17H12zM12 17l12 9 12-9"/></svg>'
