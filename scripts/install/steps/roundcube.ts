import { findSessionLines, endsItsLine } from '../../../plugin/config/session-lines.ts'
import {
  backupOf,
  readPhpText,
  removeSessionLines,
  writeSessionLines,
} from '../roundcube/lines-file.ts'
import { moveSessions, SessionsStay } from '../roundcube/move-sessions.ts'
import type { RoundcubePlan } from '../preflight/roundcube.ts'
import type { Step } from './step.ts'

interface RunningPostern {
  /** `dist/main.js` of the release that runs by then. */
  readonly program: string
  readonly configFile: string
}

/**
 * Lines in the configuration of a Roundcube by which it keeps its sessions with us; without `readLines` there are to be
 * none. They are only known when it comes to them: the password in them may be made by a step before. The sessions of who is
 * signed in come along.
 */
export function roundcubeStep(
  { file: path, readLines, move }: RoundcubePlan,
  running: RunningPostern,
): Step {
  let notes: readonly string[] = []
  const change = async () => {
    if (readLines === undefined) await removeSessionLines(path, { addedLineEnd: false })
    else await writeSessionLines(path, await readLines())
  }
  const find = async () => findSessionLines(await readPhpText(path))?.lines
  return {
    describe:
      readLines === undefined
        ? `have Roundcube keep its sessions in its own table again (${path})`
        : `have Roundcube keep its sessions with Postern (${path}, the former one in ${backupOf(path)})`,
    async isDone() {
      const present = await find()
      if (readLines === undefined) return present === undefined
      // A dry run asks before there is a password.
      const wanted = await readLines().catch(() => undefined)
      return wanted !== undefined && present === Buffer.from(wanted).toString('latin1')
    },
    async planUndo() {
      const addedLineEnd = !endsItsLine(await readPhpText(path))
      return { kind: 'restore-lines', path, lines: (await find()) ?? null, addedLineEnd }
    },
    async apply() {
      if (move === undefined) {
        await change()
        return
      }
      const verb = readLines === undefined ? 'give' : 'take'
      try {
        notes = await moveSessions({ ...running, verb, file: path, change })
      } catch (error) {
        if (!(error instanceof SessionsStay) || move === 'must') throw error
        await change()
        notes = [`people sign in again, since their sessions could not be copied: ${error.message}`]
      }
    },
    notes: () => notes,
    removal: { kind: 'restore-lines', path, lines: null, addedLineEnd: false },
  }
}
