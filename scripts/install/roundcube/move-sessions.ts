import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { jsonOf } from '../../../plugin/config/corrupt-file.ts'

/** What `postern roundcube-sessions` writes, a line each (plugin/cli/roundcube-sessions.ts). */
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('found'), place: z.string(), signedIn: z.int() }),
  z.object({
    kind: z.literal('copied'),
    place: z.string(),
    sessions: z.int(),
    signedIn: z.int(),
  }),
  z.object({ kind: z.literal('shared'), place: z.string() }),
  z.object({ kind: z.literal('ended'), how: z.enum(['quiet', 'still written']) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
  z.object({ kind: z.literal('unready'), reason: z.string() }),
])

type Line = z.output<typeof lineSchema>

/** Sessions could not be copied, and the configuration of Roundcube is as it was. The message says why. */
export class SessionsStay extends Error {
  override readonly name = 'SessionsStay'
}

/** Roundcube would find no session in Postern, and its configuration is as it was. The message says why. */
export class StoreUnready extends Error {
  override readonly name = 'StoreUnready'
}

/** Where sessions are, and of how many users. */
export type FoundSessions = Extract<Line, { readonly kind: 'found' }>

/** Looks where the Roundcube of this `config.inc.php` has its sessions. Throws SessionsStay. */
export async function inspectSessions(program: string, file: string): Promise<FoundSessions> {
  let found: FoundSessions | undefined
  await run([program, 'inspect', '--roundcube', dirname(file)], {
    heed: (line) => {
      if (line.kind === 'found') found = line
      return Promise.resolve()
    },
  })
  if (found === undefined) throw new SessionsStay('nothing was said of its sessions')
  return found
}

interface MoveOptions {
  readonly verb: 'take' | 'give'
  /** `dist/main.js` of the release that runs. */
  readonly program: string
  /** Of Postern. */
  readonly configFile: string
  /** The `config.inc.php`. */
  readonly file: string
  /** Changes the file, so that Roundcube continues elsewhere. */
  readonly change: () => Promise<void>
}

/**
 * Copies the sessions to Postern or back, changes the configuration, and lets follow what is still written in the old way.
 * Resolves to what there is to tell. Throws SessionsStay, StoreUnready, and what the change throws.
 */
export async function moveSessions(options: MoveOptions): Promise<readonly string[]> {
  const { verb, program, configFile, file, change } = options
  const notes: string[] = []
  const state = { isChanged: false }
  const args = [program, verb, '--roundcube', dirname(file), '--config', configFile]
  try {
    await run(args, {
      async heed(line, endInput) {
        if (line.kind === 'copied' || line.kind === 'shared') {
          await change()
          state.isChanged = true
          endInput()
        }
        notes.push(...noteOf(line, verb))
      },
    })
  } catch (error) {
    if (!(error instanceof SessionsStay) || !state.isChanged) throw error
    return [...notes, `what was written last may be missing: ${error.message}`]
  }
  if (!state.isChanged) throw new SessionsStay('it ended before the sessions were copied')
  return notes
}

function noteOf(line: Line, verb: 'take' | 'give'): readonly string[] {
  switch (line.kind) {
    case 'copied': {
      const count = `${line.sessions} sessions (signed in: ${line.signedIn})`
      const way = verb === 'take' ? `from ${line.place} to Postern` : `back to ${line.place}`
      return [`copied ${count} ${way}`]
    }
    case 'shared':
      return [`sessions stay in ${line.place}, which Postern and Roundcube share`]
    case 'ended':
      return line.how === 'quiet' ? [] : [STILL_WRITTEN]
    case 'found':
    case 'failed':
    case 'unready':
      return []
  }
}

const STILL_WRITTEN =
  'somebody still goes on in the old way: another Roundcube, or a PHP that does not look at its files again (opcache.validate_timestamps): reload it'

interface Listener {
  /** Each line in its order. */
  readonly heed: (line: Line, endInput: () => void) => Promise<void>
}

async function run([program = '', ...args]: readonly string[], { heed }: Listener): Promise<void> {
  // Nothing of the administrator's shell: POSTERN_* variables would change settings.
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', NODE_ENV: 'production' }
  const child = spawn(process.execPath, [program, 'roundcube-sessions', ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  // It may have ended already, which its exit code tells.
  child.stdin.on('error', () => undefined)
  let reason: string | undefined
  try {
    for await (const text of createInterface({ input: child.stdout })) {
      const { data: line } = lineSchema.safeParse(jsonOf(text))
      if (line?.kind === 'unready') throw new StoreUnready(line.reason)
      if (line?.kind === 'failed') ({ reason } = line)
      if (line !== undefined) await heed(line, () => child.stdin.end())
    }
  } finally {
    child.stdin.end()
  }
  await closed
  if (child.exitCode === 0) return
  const last = complaint.trim().split('\n').at(-1) ?? ''
  throw new SessionsStay(reason ?? (last === '' ? `it ended with ${String(child.exitCode)}` : last))
}
