import { constants } from 'node:fs'
import { access, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { ConfigFault } from '../../config/config.ts'
import { isRecord, jsonOf } from '../../config/corrupt-file.ts'
import { systemErrorCode } from '../../config/system-error.ts'
import { replaceFile } from '../../config/secrets/own-files.ts'
import { writeServerPassword, type ServerName } from '../../config/secrets/server-passwords.ts'
import { findServiceUser } from '../../config/secrets/service-user.ts'
import type { Draft } from './draft.ts'

/** What the file says by now; undefined when there is none. Throws ConfigFault for one that is no configuration. */
export async function readWritten(
  file: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw new ConfigFault([`${file}: cannot be read`], { cause: error })
  })
  if (text === undefined) return undefined
  const value = jsonOf(text)
  if (isRecord(value)) return value
  throw new ConfigFault([`${file}: is not a JSON object; correct it, or move it away`])
}

/** Whether the file can be made or replaced, asked before a user answers questions for nothing. */
export async function canWrite(file: string): Promise<boolean> {
  for (let at = dirname(file); ; at = dirname(at)) {
    try {
      await access(at, constants.W_OK)
      return true
    } catch (error) {
      // A directory that is not there will be made in the one above.
      if (systemErrorCode(error) !== 'ENOENT' || dirname(at) === at) return false
    }
  }
}

/**
 * Writes the passwords beside the keys, and the configuration as the installer does: mode 0640, root's, and readable by
 * the group of the service where there is one yet.
 */
export async function writeDraft(file: string, draft: Draft): Promise<void> {
  const { config, passwords, written } = draft
  const servers: readonly ServerName[] = ['database', 'redis']
  for (const server of servers) {
    const password = passwords[server]
    if (password !== undefined) await writeServerPassword(config, server, password)
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o755 })
  const text = `${JSON.stringify(written, undefined, 2)}\n`
  await replaceFile(file, text, { mode: 0o640, uid: 0, gid: await groupFor(file, draft) })
}

async function groupFor(file: string, { config }: Draft): Promise<number> {
  const service = await findServiceUser(config)
  if (service !== undefined) return service.gid
  const present = await stat(file).catch(() => undefined)
  return present?.gid ?? 0
}
