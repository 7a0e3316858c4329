import { readFile, realpath } from 'node:fs/promises'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

const MOUNTS = '/proc/self/mountinfo'

/** Paths at or below `root` where another file system, or a directory or file from elsewhere, is mounted. */
export async function listMountPoints(root: string): Promise<readonly string[]> {
  const real = await unlessMissing(realpath(root))
  const text = await unlessMissing(readFile(MOUNTS, 'utf8'))
  if (real === undefined || text === undefined) return []
  return text
    .split('\n')
    .map((line) => unescapeOctal(line.split(' ')[4] ?? ''))
    .filter((path) => path === real || path.startsWith(`${real}/`))
    .map((path) => root + path.slice(real.length))
}

/** Blanks, tabs, line ends and backslashes are three octal digits (proc_pid_mountinfo(5)). */
function unescapeOctal(field: string): string {
  return field.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  )
}
