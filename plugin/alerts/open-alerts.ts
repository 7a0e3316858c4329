import { hostname } from 'node:os'
import type { Config } from '../config/schema.ts'
import { hostAndPortOf } from '../config/sections/addresses.ts'
import { createAlerts, type Alerts } from './alerts.ts'
import { createAlertMail } from './mail.ts'
import { createWebhook } from './webhook.ts'

type Parts = Omit<Parameters<typeof createAlerts>[0], 'senders' | 'afterMs'>

/** A finding is new once it has lasted for this, and cleared once it has been away for it: a restart of a server is over before. */
export const ALERT_AFTER_MS = 5 * 60_000

/** The alerts of the configuration; without a receiver nothing is looked at. */
export function openAlerts(
  { alerts }: Pick<Config, 'alerts'>,
  parts: Parts,
  afterMs = ALERT_AFTER_MS,
): Alerts {
  const { webhook, mailTo } = alerts
  const server = hostAndPortOf(alerts.mailServer)
  const instance = hostname()
  const from = alerts.mailFrom ?? `postern@${instance}`
  const senders = [
    ...(webhook === null ? [] : [createWebhook(webhook, instance)]),
    ...(mailTo.length === 0 ? [] : [createAlertMail({ to: mailTo, from, server, instance })]),
  ]
  return createAlerts({ ...parts, senders, afterMs })
}
