import type { Switch } from '../../accelerator/request/switches.ts'
import type { AcceleratedAction } from '../../accelerator/request/hot-request.ts'
import { frequentReasons, percentText, shareOf } from '../../findings/accelerator-findings.ts'
import { passReasonText } from '../../findings/pass-reasons.ts'
import { escapeHtml } from '../../http/escape.ts'
import { RECENT_HOURS, type AcceleratedCount } from '../../metrics/accelerated-counts.ts'
import { section, sentence, table } from './elements.ts'

/** Who answers in front of a Roundcube. */
export interface AcceleratorState {
  /** Of the last day. */
  readonly counts: readonly AcceleratedCount[]
  /** Empty where the accelerator lacks something: Roundcube answers everything then. */
  readonly switches: readonly Switch[]
}

/** What Postern answered instead of Roundcube, why not the rest, and the switches. */
export function acceleratorSection(
  { counts, switches }: AcceleratorState,
  formToken: string,
): string {
  const share = shareOf(counts)
  const reasons = frequentReasons(share)
  const note = `<p class="note">Requests of the last ${RECENT_HOURS} hours, at most since the start, that Postern can answer in place of Roundcube. A switch holds until Postern ends; <code>webmail.accelerate.off</code> holds beyond that.</p>`
  const content = [
    switches.length === 0
      ? '<p class="empty">Off: the journal says what is missing. Roundcube answers everything.</p>'
      : table(
          ['Request', 'Postern', 'Roundcube', 'Share', 'Answered by'],
          switches.map((one) => actionRow(one, counts, formToken)),
        ),
    reasons.length === 0
      ? ''
      : `<h3>Why Roundcube answered</h3>${table(
          ['Reason', 'Requests', 'To do'],
          reasons.map(([reason, count]) => reasonRow(reason, count, share.requests)),
        )}`,
  ]
  return section('accelerator', 'Accelerator', content.join(''), note)
}

const names: Readonly<Record<AcceleratedAction, string>> = {
  list: 'Message list',
  refresh: 'Refresh',
  getunread: 'Unread counts',
  'check-recent': 'Check for new messages',
  'keep-alive': 'Keep the session alive',
  'sign-in': 'Sign-in',
}

function actionRow(
  { action, isOff }: Switch,
  counts: readonly AcceleratedCount[],
  formToken: string,
): readonly string[] {
  let [own, passed] = [0, 0]
  for (const counted of counts) {
    if (counted.action !== action) continue
    if (counted.by === 'postern') own += counted.requests
    else passed += counted.requests
  }
  const [who, label, to] = isOff
    ? (['Roundcube', 'Switch on', 'on'] as const)
    : (['Postern', 'Switch off', 'off'] as const)
  return [
    `<b>${names[action]}</b> <code>${action}</code>`,
    `${own}`,
    `${passed}`,
    percentText(own, own + passed),
    `<form class="switch" action="status/switch" method="post">
<input type="hidden" name="token" value="${formToken}">
<input type="hidden" name="action" value="${action}">
<span class="state ${isOff ? 'warning' : 'up'}">${who}</span>
<button name="to" value="${to}" aria-label="${label}: ${names[action]}">${label}</button>
</form>`,
  ]
}

function reasonRow(reason: string, count: number, requests: number): readonly string[] {
  const { what, advice } = passReasonText(reason)
  return [
    `<b>${sentence(what)}</b> <code>${escapeHtml(reason)}</code>`,
    `<span class="count">${count} (${percentText(count, requests)})</span>`,
    sentence(advice),
  ]
}
