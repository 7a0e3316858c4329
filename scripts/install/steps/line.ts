import { readFile, stat } from 'node:fs/promises'
import { replaceFile } from '../machine/own-file.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** One line in a file that belongs to someone else: added at its end when absent, removed exactly. */
export function lineStep(path: string, line: string): Step {
  const read = () => unlessMissing(readFile(path, 'utf8'))
  return {
    describe: `add the line "${line}" to ${path}`,
    isDone: async () => (await read())?.split('\n').includes(line) ?? false,
    async planUndo() {
      const text = await read()
      if (text === undefined) return { kind: 'remove-file', path }
      return { kind: 'remove-line', path, line, endedLastLine: !isEnded(text) }
    },
    async apply() {
      const text = await read()
      if (text === undefined) {
        await replaceFile(path, `${line}\n`, { mode: 0o644, ids: undefined })
        return
      }
      const { mode, uid, gid } = await stat(path)
      const ids = process.getuid?.() === 0 ? { uid, gid } : undefined
      const separator = isEnded(text) ? '' : '\n'
      await replaceFile(path, `${text}${separator}${line}\n`, { mode: mode & 0o7777, ids })
    },
    removal: { kind: 'remove-line', path, line, endedLastLine: false },
  }
}

function isEnded(text: string): boolean {
  return text === '' || text.endsWith('\n')
}
