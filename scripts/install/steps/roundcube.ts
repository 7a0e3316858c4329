import { findSessionLines, endsItsLine } from '../roundcube/session-lines.ts'
import {
  backupOf,
  readPhpText,
  removeSessionLines,
  writeSessionLines,
} from '../roundcube/lines-file.ts'
import type { Step } from './step.ts'

/**
 * Lines in the configuration of a Roundcube by which it keeps its sessions with us; without `readLines` there are to be
 * none. They are only known when it comes to them: the password in them may be made by a step before.
 */
export function roundcubeStep(path: string, readLines: (() => Promise<string>) | undefined): Step {
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
      if (readLines === undefined) await removeSessionLines(path, { addedLineEnd: false })
      else await writeSessionLines(path, await readLines())
    },
    removal: { kind: 'restore-lines', path, lines: null, addedLineEnd: false },
  }
}
