import { z } from 'zod'

/** One script line of a response: what is called, with what, and its text as it stands inside the JSON string. */
export interface ScriptLine {
  readonly name: string
  readonly values: readonly unknown[]
  readonly text: string
}

/** A response of Roundcube to a request of its front end (plugin/docs/protocol.md). */
export interface RoundcubeResponse {
  readonly action: string
  readonly unlock: string | undefined
  readonly env: Readonly<Record<string, unknown>>
  readonly lines: readonly ScriptLine[]
}

const responseSchema = z.strictObject({
  action: z.string(),
  unlock: z.string().optional(),
  env: z.record(z.string(), z.unknown()).default({}),
  exec: z.string(),
})

/** Reads a response; undefined where it holds anything that no response without plugins does. */
export function readRoundcubeResponse(body: string): RoundcubeResponse | undefined {
  const response = responseSchema.safeParse(parsedJson(body))
  if (!response.success) return undefined
  const { action, unlock, env, exec } = response.data
  const lines = linesOf(exec)
  return lines === undefined ? undefined : { action, unlock, env, lines }
}

/** What the application page reports folders, by their names in modified UTF-7. */
export interface PageFolders {
  /** In the order Roundcube shows them, without those that only hold others. */
  readonly names: readonly string[]
  readonly trash: string
}

/** Reads Roundcube's application page; undefined for any other. */
export function readPageFolders(html: string): PageFolders | undefined {
  const environment = PAGE_ENVIRONMENT.exec(html)?.[1]
  if (environment === undefined) return undefined
  const page = pageSchema.safeParse(parsedJson(environment))
  if (!page.success) return undefined
  const { mailboxes, mailboxes_list: shown, trash_mailbox: trash } = page.data
  const names = shown.filter((name) => mailboxes[name]?.virtual === false)
  return { names, trash }
}

const PAGE_ENVIRONMENT = /rcmail\.set_env\((\{.*?\})\);\n/s

const pageSchema = z.object({
  task: z.literal('mail'),
  mailboxes: z.record(z.string(), z.object({ virtual: z.boolean() })),
  mailboxes_list: z.array(z.string()),
  trash_mailbox: z.string().default(''),
})

const LINE = /^this\.([A-Za-z_.]+)\((.*)\);$/s

function linesOf(exec: string): readonly ScriptLine[] | undefined {
  if (exec === '') return []
  if (!exec.endsWith('\n')) return undefined
  const lines: ScriptLine[] = []
  for (const text of exec.slice(0, -1).split('\n')) {
    const [, name, list] = LINE.exec(text) ?? []
    const values = parsedJson(`[${list ?? '?'}]`)
    if (name === undefined || !Array.isArray(values)) return undefined
    lines.push({ name, values, text: JSON.stringify(`${text}\n`).slice(1, -1) })
  }
  return lines
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: undefined is no value of it.
    return undefined
  }
}
