import { Agent, request } from 'undici'
import type { AlertSender } from './alerts.ts'
import { alertText, headline } from './text.ts'

/** Nothing of a response is used. */
const MAX_RESPONSE_BYTES = 64 * 1024

/** A receiver answered with another status than 2xx. A redirect is not followed. */
class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused'
}

/** POSTs alerts as JSON. `text` is what chat programs show; the address may hold a secret of theirs. */
export function createWebhook(url: string, instance: string): AlertSender {
  return {
    name: new URL(url).host,
    async send(alerts, signal) {
      const dispatcher = new Agent({ maxResponseSize: MAX_RESPONSE_BYTES })
      try {
        const text = [headline(alerts, instance), ...alerts.map(alertText)].join('\n')
        const { statusCode, body } = await request(url, {
          method: 'POST',
          dispatcher,
          signal,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ text, instance, alerts }),
        })
        await body.dump()
        if (statusCode < 200 || statusCode > 299) throw new WebhookRefused(String(statusCode))
      } finally {
        await dispatcher.destroy()
      }
    },
  }
}
