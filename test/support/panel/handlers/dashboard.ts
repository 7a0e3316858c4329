import type { ServerResponse } from 'node:http'
import { sendPage } from './responses.ts'
import type { SimulatedPanel } from '../state/simulated-panel.ts'
import { renderDashboardPage } from '../pages/pages.ts'
import type { PanelSession } from '../state/session.ts'

/** The mailbox's dashboard: the applications of the yaml files, the first one marked as default. */
export async function sendWebmailDashboard(
  res: ServerResponse,
  session: PanelSession,
  panel: SimulatedPanel,
): Promise<void> {
  const apps = await panel.apps.list()
  const html = renderDashboardPage({
    title: 'Webmail',
    lead: 'Choose how you want to read your mail.',
    user: session.user,
    entries: apps.map(({ url, displayName, description }, at) => ({
      href: `/cpsess${session.segmentDigits}${url}`,
      name: displayName,
      description,
      isDefault: at === 0,
    })),
  })
  sendPage(res, 200, html)
}

/** The account's dashboard: its mailboxes, each with the link that opens it without a password. */
export function sendAccountDashboard(
  res: ServerResponse,
  session: PanelSession,
  panel: SimulatedPanel,
): void {
  const owned = panel.mailboxes.filter(({ account }) => account === session.user)
  const form = `/cpsess${session.segmentDigits}/frontend/jupiter/mail/webmailform.html`
  const html = renderDashboardPage({
    title: 'Email accounts',
    lead: 'Mailboxes of this hosting account.',
    user: session.user,
    entries: owned.map(({ address }) => ({
      href: `${form}?user=${encodeURIComponent(address)}`,
      name: address,
      description: 'Check email',
    })),
  })
  sendPage(res, 200, html)
}
