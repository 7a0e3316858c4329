import { hostname } from 'node:os'
import type { Config } from '../config/schema.ts'
import { createAlerts, type Alerts } from './alerts.ts'
import { createAlertMail } from './mail.ts'
import { createWebhook } from './webhook.ts'

type Parts = Omit<Parameters<typeof createAlerts>[0], 'senders' | 'afterMs'>

/** The alerts of the configuration; without a receiver nothing is looked at. */
export function openAlerts({ alerts }: Pick<Config, 'alerts'>, parts: Parts): Alerts {
  const { webhook, mailTo, mailServer: server, afterMs } = alerts
  const instance = hostname()
  const from = alerts.mailFrom ?? `postern@${instance}`
  const senders = [
    ...(webhook === null ? [] : [createWebhook(webhook, instance)]),
    ...(mailTo.length === 0 ? [] : [createAlertMail({ to: mailTo, from, server, instance })]),
  ]
  return createAlerts({ ...parts, senders, afterMs })
}
