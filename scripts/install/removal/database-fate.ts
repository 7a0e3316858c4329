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
  const { layout, used, undos } = options
  const config = used?.config
  const file = sqliteFile(layout, config)
  // What is dropped for one instance, the others would lack.
  const drops = options.drops && config?.instances !== 'several'
  const target = { ...options, file }
  if (file === undefined) {
    const { protocol, host, pathname } = new URL(config?.database.url ?? '')
    const why = config?.instances === 'several' ? 'other instances use it' : 'it is on a server'
    return staying(`${protocol}//${host}${pathname}`, why, await contentOf(target, drops))
  }
  const isElsewhere = !isInOwnRoot(layout, file)
  const roundcubes = roundcubeFiles(layout, config, undos)
  if ((await unlessMissing(lstat(file))) === undefined) {
    // Its journals and damaged copies may be there without it.
    const isOthers = isElsewhere || (await findNaming([file], roundcubes)) !== undefined
    return isOthers ? { kind: 'none' } : { kind: 'goes', file }
  }
  const content = await contentOf(target, drops || !isElsewhere)
  if (isElsewhere) return staying(file, ELSEWHERE, content)
  const namedBy = await findNaming([file, await realpath(file)], roundcubes)
  if (namedBy !== undefined) return staying(file, `${namedBy} names it`, content)
  const { fault, foreign } = content
  if (fault === undefined && foreign.length === 0) return { kind: 'goes', file }
  const tables = foreign.join(', ')
  return staying(file, fault ?? `it has tables of another program: ${tables}`, content)
}

function staying(name: string, why: string, { tables, fault }: SeenContent): DatabaseFate {
  const unknown = fault === undefined || fault === why ? '' : `; ${fault}`
  return { kind: 'stays', name, why: `${why}${unknown}`, tables }
}

interface SeenContent {
  readonly tables: readonly string[] | undefined
  readonly foreign: readonly string[]
  /** Why nobody can tell. */
  readonly fault?: string
}

const UNSEEN: SeenContent = { tables: [], foreign: [] }

async function contentOf(target: DatabaseTarget, isWanted: boolean): Promise<SeenContent> {
  if (!isWanted) return UNSEEN
  try {
    const { own, foreign } = await inspectDatabase(target)
    return { tables: own, foreign }
  } catch (error) {
    if (!(error instanceof DatabaseSilent)) throw error
    const fault = `nobody can tell what is in it: ${error.message}`
    return { tables: undefined, foreign: [], fault }
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
