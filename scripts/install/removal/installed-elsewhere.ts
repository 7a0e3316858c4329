import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import type { Layout } from '../machine/layout.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { isInOwnRoot } from '../own/installation-names.ts'
import { dataNames, secretNames, type OwnNames } from '../own/names.ts'

/** What the configuration places outside of Postern's directories, but for the database: no removal touches it. */
export async function listInstalledElsewhere(
  layout: Layout,
  config: Config,
): Promise<readonly string[]> {
  const { dataDir, errorLog, audit, panel } = config
  const secrets = secretsDirectoryOf(config)
  const files: readonly (readonly [path: string | null, what: string])[] = [
    [errorLog, 'the error log'],
    [audit.file, 'the audit'],
    [panel.shim.accountsFile, 'the keys of hosting accounts'],
  ]
  const directories = [
    [dataDir, 'the spool', dataNames(dataDir)],
    [secrets, 'the secrets', [secretNames(secrets)]],
  ] as const
  const lines: string[] = []
  const add = (path: string, what: string): void => {
    if (isInOwnRoot(layout, path)) return
    lines.push(`${path}, ${what}: the configuration places it outside of Postern's directories`)
  }
  for (const [directory, what, names] of directories) {
    for (const path of await pathsBy(directory, names)) add(path, what)
  }
  for (const [path, what] of files) {
    if (path !== null && (await unlessMissing(lstat(path))) !== undefined) add(path, what)
  }
  return lines
}

async function pathsBy(directory: string, names: readonly OwnNames[]): Promise<readonly string[]> {
  const found = ((await unlessMissing(readdir(directory))) ?? []).sort()
  const ours = names.filter((one) => one.directory === directory)
  return found
    .filter((name) => ours.some(({ isName }) => isName(name)))
    .map((name) => join(directory, name))
}
