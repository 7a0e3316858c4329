import { z } from 'zod'

/** What the state of a page tells; undefined when the page has none. */
export interface PageState {
  readonly task: string
  readonly requestToken: string
}

const pageState = z.object({ task: z.string(), request_token: z.string() })
const wireResponse = z.object({
  action: z.string(),
  env: z.object({ messagecount: z.number().optional() }).optional(),
  exec: z.string().default(''),
})

/** Reads the state of a page: Postern's data block, or the call in Roundcube's page. */
export function pageStateOf(html: string): PageState | undefined {
  const block = /<script type="application\/json" id="postern-env"[^>]*>(.*?)<\/script>/s.exec(html)
  const text = block?.[1] ?? /rcmail\.set_env\((\{.*?\})\);\n/s.exec(html)?.[1]
  if (text === undefined) return undefined
  const read = pageState.safeParse(JSON.parse(text))
  if (!read.success) return undefined
  return { task: read.data.task, requestToken: read.data.request_token }
}

/** What a response of the `_remote=1` wire reports a list or of counts. Throws when it is not one. */
export function readWire(text: string) {
  const { action, env, exec } = wireResponse.parse(JSON.parse(text))
  const unread = /this\.set_unread_count\("INBOX",(\d+)/.exec(exec)?.[1]
  return {
    action,
    rows: exec.split('this.add_message_row(').length - 1,
    uids: () => [...exec.matchAll(/^this\.add_message_row\((\d+),/gm)].map((row) => row[1]).join(),
    messageCount: env?.messagecount,
    /** Unread messages of INBOX, where the response says. */
    unread: unread === undefined ? undefined : Number(unread),
  }
}
