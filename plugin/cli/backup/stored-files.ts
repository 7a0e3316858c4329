import { constants } from 'node:fs'
import { chown, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupFault, type BackupFile } from '../../../store/index.ts'
import { systemErrorCode, unlessMissing } from '../../config/system-error.ts'
import type { Config } from '../../config/schema.ts'
import { fileNamesIn, replaceFile } from '../../config/secrets/own-files.ts'
import { findServiceUser, secretsDirectoryOf } from '../../config/secrets/service-user.ts'

/** As the installer names it in `kept/` (scripts/install/removal/keep-configuration.ts). */
const CONFIG_NAME = 'postern.json'

type Positioned = Pick<Config, 'credentialsDir' | 'dataDir'>

/** The configuration and every secret. Throws BackupFault for a secret that is no plain file. */
export async function readStoredFiles(
  configFile: string,
  config: Positioned,
): Promise<readonly BackupFile[]> {
  const directory = secretsDirectoryOf(config)
  const files: BackupFile[] = [
    { kind: 'configuration', name: CONFIG_NAME, content: await readFile(configFile) },
  ]
  for (const name of [...(await fileNamesIn(directory))].sort()) {
    files.push({ kind: 'secret', name, content: await readPlain(join(directory, name)) })
  }
  return files
}

/** Without following a link: the service may write to the directory, and this may be root. */
async function readPlain(path: string): Promise<Buffer> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code !== 'ELOOP' && code !== 'EISDIR') throw cause
    throw new BackupFault(`${path} is no plain file, and a backup holds no others`, { cause })
  }
}

/** What came of files that were restored. */
export interface PutBack {
  /** By their paths. */
  readonly made: readonly string[]
  /** Those that are there with another content. */
  readonly left: readonly string[]
  /** Removes what was made. */
  undo(): Promise<void>
}

/** Puts the configuration back where there is none. */
export async function putBackConfiguration(
  files: readonly BackupFile[],
  configFile: string,
): Promise<PutBack> {
  const found = files.filter(({ kind }) => kind === 'configuration')
  const made = found.map(({ content }) => ({ path: configFile, content, mode: 0o640 }))
  return putBack(made, { uid: 0, gid: 0 }, 0o755)
}

/** Lets the service read a configuration that root has restored, where it is known who that is; else the installer does. */
export async function letServiceRead(configuration: PutBack, config: Positioned): Promise<void> {
  const service = await findServiceUser(config)
  if (service === undefined || process.geteuid?.() !== 0) return
  for (const path of configuration.made) await chown(path, 0, service.gid)
}

/** Puts secrets back that are missing, for the user of the service where it is known. */
export async function putBackSecrets(
  files: readonly BackupFile[],
  config: Positioned,
): Promise<PutBack> {
  const directory = secretsDirectoryOf(config)
  const owner = (await findServiceUser(config)) ?? { uid: 0, gid: 0 }
  const secrets = files.filter(({ kind }) => kind === 'secret')
  const made = secrets.map(({ name, content }) => ({
    ...{ path: join(directory, name), content, mode: 0o600 },
  }))
  return putBack(made, owner, 0o700)
}

interface FileToMake {
  readonly path: string
  readonly content: Buffer
  readonly mode: number
}

async function putBack(
  files: readonly FileToMake[],
  owner: { readonly uid: number; readonly gid: number },
  directoryMode: number,
): Promise<PutBack> {
  const made: string[] = []
  const left: string[] = []
  const undo = async () => {
    for (const path of made) await rm(path, { force: true })
  }
  try {
    for (const { path, content, mode } of files) {
      const present = await unlessMissing(readFile(path))
      if (present === undefined) {
        await makeDirectory(dirname(path), owner, directoryMode)
        await replaceFile(path, content, { mode, ...owner })
        made.push(path)
      } else if (!present.equals(content)) left.push(path)
    }
  } catch (error) {
    await undo()
    throw error
  }
  return { made, left, undo }
}

async function makeDirectory(
  path: string,
  { uid, gid }: { readonly uid: number; readonly gid: number },
  mode: number,
): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return
  await mkdir(path, { recursive: true, mode })
  if (process.geteuid?.() === 0) await chown(path, uid, gid)
}
