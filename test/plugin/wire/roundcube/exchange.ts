import { readFile } from 'node:fs/promises'
import { z } from 'zod'

/** A response of Roundcube's wire, its script taken apart into calls. */
export interface Exchange {
  readonly action: string
  readonly unlock?: string | undefined
  readonly env?: Readonly<Record<string, unknown>> | undefined
  /** `[name, ...arguments]` in the order of the script. */
  readonly calls: readonly (readonly unknown[])[]
}

const exchange = z.strictObject({
  action: z.string(),
  unlock: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  calls: z.array(z.array(z.unknown())),
})

const response = z.strictObject({
  action: z.string(),
  unlock: z.string().optional(),
  env: z.record(z.string(), z.unknown()).optional(),
  exec: z.string(),
})

/** An exchange seen with real Roundcube 1.6, rows beyond the second left out. */
export async function seen(name: string): Promise<Exchange> {
  const path = new URL(`fixtures/${name}.json`, import.meta.url)
  return exchange.parse(JSON.parse(await readFile(path, 'utf8')))
}

/** Reads a rendered answer the way the front end would, without evaluating it. */
export function readResponse(body: string): Exchange {
  const { exec, ...rest } = response.parse(JSON.parse(body))
  const lines = exec.split('\n')
  if (lines.pop() !== '') throw new Error('exec does not end in a line break')
  return { ...rest, calls: lines.map(readCall) }
}

/** The same exchange with only its first `count` rows. */
export function firstRows({ calls, ...rest }: Exchange, count: number): Exchange {
  let rows = 0
  const remaining = calls.filter(([name]) => {
    if (name === 'add_message_row') rows += 1
    return name !== 'add_message_row' || rows <= count
  })
  return { ...rest, calls: remaining }
}

function readCall(line: string): readonly unknown[] {
  const match = /^this\.([\w.]+)\((.*)\);$/.exec(line)
  if (match === null) throw new Error(`not a call: ${line}`)
  return [match[1], ...z.array(z.unknown()).parse(JSON.parse(`[${match[2] ?? ''}]`))]
}
