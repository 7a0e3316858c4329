import { Agent, request } from 'undici'
import { z } from 'zod'
import { jsonOf } from '../config/corrupt-file.ts'
import { type ChangeOutcome, type MakeChange, wordsFor } from './outcome.ts'

interface UrlOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly outputBytes: number
  /** Proves to the panel who asks; undefined: nothing does, but the old password. */
  readonly secret: string | undefined
}

const refused = z.object({ message: z.string() })

/**
 * Changes passwords by a POST to the panel, whose status is the response: 2xx changed, 403 the old password is wrong, 422 the new one
 * is not accepted, with the reason as `message` of a JSON object. A redirect is not followed: it has failed.
 */
export function changeByUrl({ url, timeoutMs, outputBytes, secret }: UrlOptions): MakeChange {
  return async ({ user, present, wanted }) => {
    const dispatcher = new Agent({ maxResponseSize: outputBytes })
    try {
      const { statusCode, body } = await request(url, {
        method: 'POST',
        dispatcher,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify({ user, oldPassword: present, newPassword: wanted }),
      })
      return outcomeOf(statusCode, await body.text())
    } catch (error) {
      return { kind: 'failed', reason: error instanceof Error ? error.name : 'no answer' }
    } finally {
      await dispatcher.destroy()
    }
  }
}

function outcomeOf(status: number, text: string): ChangeOutcome {
  if (status >= 200 && status < 300) return { kind: 'changed' }
  if (status === 403) return { kind: 'old-refused' }
  if (status !== 422) return { kind: 'failed', reason: `status ${status}` }
  const refusal = refused.safeParse(jsonOf(text))
  return {
    kind: 'new-refused',
    message: refusal.success ? wordsFor(refusal.data.message) : undefined,
  }
}
