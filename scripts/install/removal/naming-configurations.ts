import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'
import type { Layout } from '../machine/layout.ts'
import { isInOwnRoot } from '../own/installation-names.ts'
import type { UndoStep } from '../record/undo.ts'
import { readPhpText } from '../roundcube/lines-file.ts'

/** What is longer is no configuration that a user or a package wrote. */
const MAX_FILE_BYTES = 1024 * 1024

interface OthersConfigurations {
  readonly layout: Layout
  /** Of the Roundcube that `webmail.sessions` names. */
  readonly roundcubeConfig: string | undefined
  readonly undos: readonly UndoStep[]
}

/**
 * The configuration of another program that names the file: that of a Roundcube that the installation knows of, which may be
 * unreadable, or any below `/etc` that Postern did not make. undefined where none does.
 */
export async function findNamingConfiguration(
  file: string,
  others: OthersConfigurations,
): Promise<string | undefined> {
  const target = await unlessMissing(realpath(file))
  const paths = target === undefined || target === file ? [file] : [file, target]
  for (const configuration of roundcubeConfigurations(others)) {
    const text = await textOf(configuration)
    if (text === null) return configuration
    if (text !== undefined && paths.some((path) => isNamedInParts(text, path))) return configuration
  }
  for await (const configuration of filesBelow(others.layout.at('/etc'), others)) {
    const text = await textOf(configuration)
    if (paths.some((path) => text?.includes(path) === true)) return configuration
  }
  return undefined
}

function roundcubeConfigurations({
  layout,
  roundcubeConfig,
  undos,
}: OthersConfigurations): readonly string[] {
  const changed = undos.flatMap((undo) => (undo.kind === 'restore-lines' ? [undo.path] : []))
  const files = [
    layout.at('/etc/roundcube/config.inc.php'),
    ...changed,
    ...(roundcubeConfig === undefined ? [] : [roundcubeConfig]),
  ]
  // Debian's names its database in a file of its own.
  return [...new Set(files.flatMap((file) => [file, join(dirname(file), 'debian-db.php')]))]
}

/** Debian's gives the directory and the name apart (`$basepath`, `$dbname`). */
function isNamedInParts(text: string, path: string): boolean {
  return text.includes(path) || (text.includes(dirname(path)) && text.includes(basename(path)))
}

/** Plain files that others wrote; links lead to what is found by its own name, or is no configuration. */
async function* filesBelow(
  directory: string,
  { layout, undos }: OthersConfigurations,
): AsyncGenerator<string> {
  const made = new Set(undos.flatMap((undo) => (undo.kind === 'remove-file' ? [undo.path] : [])))
  const directories = [directory]
  for (const folder of directories) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (isInOwnRoot(layout, path) || made.has(path)) continue
      if (entry.isDirectory()) directories.push(path)
      else if (entry.isFile() && (await sizeOf(path)) <= MAX_FILE_BYTES) yield path
    }
  }
}

/** None of a directory that is missing, or closed to this user: below a prefix not everything is. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return []
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await unlessMissing(lstat(path)))?.size ?? 0
}

/** undefined where there is no such file, null for one that cannot be read. */
async function textOf(file: string): Promise<string | null | undefined> {
  try {
    return await unlessMissing(readPhpText(file))
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return null
  }
}
