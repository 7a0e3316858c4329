import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import { faultCode, unlessMissing } from '../machine/system-fault.ts'
import { isInOwnRoot, sqliteFile } from '../own/installation-names.ts'
import type { UndoStep } from '../record/undo.ts'
import { readPhpText } from '../roundcube/lines-file.ts'
import { DatabaseSilent, inspectDatabase, type DatabaseTarget } from './database-command.ts'

/** What becomes of the database with a removal of data. */
export type DatabaseFate =
  | { readonly kind: 'none' }
  /** Postern's alone, and in its own directory; it may be gone already. */
  | { readonly kind: 'goes'; readonly file: string }
  | {
      readonly kind: 'stays'
      /** Path or address, without a password. */
      readonly name: string
      readonly why: string
      /** Own tables in it; undefined where nobody can tell. */
      readonly tables: readonly string[] | undefined
    }

interface FateOptions extends Omit<DatabaseTarget, 'file'> {
  readonly undos: readonly UndoStep[]
  /** Its tables are to be dropped where it stays: otherwise one elsewhere is not looked into. */
  readonly drops: boolean
}

const ELSEWHERE = "the configuration places it outside of Postern's directories"

/** Looks whose the database is. Where that can not be told it stays. */
export async function decideFate(options: FateOptions): Promise<DatabaseFate> {
  const { layout, used, drops } = options
  const config = used?.config
  const file = sqliteFile(layout, config)
  const target = { ...options, file }
  if (file === undefined) {
    const { protocol, host, pathname } = new URL(config?.database.url ?? '')
    const name = `${protocol}//${host}${pathname}`
    const { tables } = drops ? await contentOf(target) : UNSEEN
    return { kind: 'stays', name, why: 'it is on a server', tables }
  }
  const isElsewhere = !isInOwnRoot(layout, file)
  const roundcubes = roundcubeFiles(layout, config, options.undos)
  if ((await unlessMissing(lstat(file))) === undefined) {
    // Its journals and damaged copies may be there without it.
    const isOthers = isElsewhere || (await findNaming([file], roundcubes)) !== undefined
    return isOthers ? { kind: 'none' } : { kind: 'goes', file }
  }
  const content = isElsewhere && !drops ? UNSEEN : await contentOf(target)
  const { tables } = content
  const stays = (why: string) => ({ kind: 'stays' as const, name: file, why, tables })
  if (isElsewhere) return stays(ELSEWHERE)
  const namedBy = await findNaming([file, await realpath(file)], roundcubes)
  if (namedBy !== undefined) return stays(`${namedBy} names it`)
  if (content.fault !== undefined) return stays(`nobody can tell what is in it: ${content.fault}`)
  if (content.foreign.length === 0) return { kind: 'goes', file }
  return stays(`it has tables of another program: ${content.foreign.join(', ')}`)
}

interface SeenContent {
  readonly tables: readonly string[] | undefined
  readonly foreign: readonly string[]
  /** Why nobody can tell. */
  readonly fault?: string
}

const UNSEEN: SeenContent = { tables: [], foreign: [] }

async function contentOf(target: DatabaseTarget): Promise<SeenContent> {
  try {
    const { own, foreign } = await inspectDatabase(target)
    return { tables: own, foreign }
  } catch (error) {
    if (!(error instanceof DatabaseSilent)) throw error
    return { tables: undefined, foreign: [], fault: error.message }
  }
}

/** Configurations of the Roundcubes that an installation knows of. */
function roundcubeFiles(
  layout: Layout,
  config: Config | undefined,
  undos: readonly UndoStep[],
): readonly string[] {
  const changed = undos.flatMap((undo) => (undo.kind === 'restore-lines' ? [undo.path] : []))
  const configured = config?.webmail.sessions?.roundcubeConfig
  const files = [
    layout.at('/etc/roundcube/config.inc.php'),
    ...changed,
    ...(configured === undefined ? [] : [configured]),
  ]
  // Debian's names its database in a file of its own.
  return [...new Set(files.flatMap((file) => [file, join(dirname(file), 'debian-db.php')]))]
}

/** The first of the files that names one of the paths, or may do so since it can not be read. */
async function findNaming(
  paths: readonly string[],
  files: readonly string[],
): Promise<string | undefined> {
  for (const file of files) {
    const text = await textOf(file)
    if (text === undefined) continue
    if (text === null || paths.some((path) => isNamed(text, path))) return file
  }
  return undefined
}

/** Debian's gives the directory and the name apart (`$basepath`, `$dbname`). */
function isNamed(text: string, path: string): boolean {
  return text.includes(path) || (text.includes(dirname(path)) && text.includes(basename(path)))
}

/** undefined where there is no such file, null for one that can not be read. */
async function textOf(file: string): Promise<string | null | undefined> {
  try {
    return await unlessMissing(readPhpText(file))
  } catch (error) {
    if (faultCode(error) === undefined) throw error
    return null
  }
}
