import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { systemErrorCode } from '../../../config/system-error.ts'
import { failed, fine, note, wordsOf, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'

const execute = promisify(execFile)

/** It reads some hundred files of Python and of configuration. */
const TEST_MS = 30_000

interface Fail2ban {
  readonly directory: string
  /** Its client, found by the path. */
  readonly program: string
  /** Another user cannot look into the folders of all logs. */
  readonly isRoot: boolean
}

/**
 * Whether fail2ban would start with the jail that the installer placed, by fail2ban's own test. One jail that it refuses,
 * e.g. because its log is missing, keeps it from loading any.
 */
export function createFail2banCheck(fail2ban: Fail2ban): Check {
  const jail = join(fail2ban.directory, 'jail.d/postern.conf')
  return async () => ((await isThere(jail)) ? test(fail2ban) : [])
}

/** Of the fail2ban of this machine. */
export const checkFail2ban = createFail2banCheck({
  directory: '/etc/fail2ban',
  program: 'fail2ban-client',
  isRoot: process.geteuid?.() === 0,
})

async function test({ directory, program, isRoot }: Fail2ban): Promise<readonly Finding[]> {
  if (!isRoot) {
    return [note('fail2ban.unknown', 'only root can try what fail2ban accepts', 'run this as root')]
  }
  try {
    await execute(program, ['-c', directory, '--test'], { timeout: TEST_MS })
    return [fine('fail2ban.accepts', `fail2ban accepts its configuration in ${directory}`)]
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return [note('fail2ban.none', `there is a jail in ${directory}, but no fail2ban`)]
    }
    return [
      failed(
        'fail2ban.refuses',
        `fail2ban refuses its configuration, and bans nobody once it is started anew: ${outputOf(error)}`,
        'as root run /opt/postern/current/scripts/install --repair; a jail it refuses then is of another program',
      ),
    ]
  }
}

function outputOf(error: unknown): string {
  const stderr: unknown = error instanceof Error ? Reflect.get(error, 'stderr') : undefined
  const text = typeof stderr === 'string' && stderr !== '' ? stderr : wordsOf(error)
  return text.trim().split('\n').join(' ')
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return false
    throw error
  }
}
