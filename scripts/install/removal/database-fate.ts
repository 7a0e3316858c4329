import { lstat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { databaseName } from '../database/database-name.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { isInOwnRoot, sqliteFile } from '../own/installation-names.ts'
import type { UndoStep } from '../record/undo.ts'
import { DatabaseSilent, inspectDatabase, type DatabaseTarget } from './database-command.ts'
import { findNamingConfiguration } from './naming-configurations.ts'

/** What becomes of the database with a removal of data. */
export type DatabaseFate =
  | { readonly kind: 'none' }
  /** Postern's alone, and in its own directory; it may be missing already. */
  | { readonly kind: 'goes'; readonly file: string }
  | {
      readonly kind: 'stays'
      /** Path or address, without a password. */
      readonly name: string
      readonly why: string
      /** Own tables in it; undefined where no one can tell. */
      readonly tables: readonly string[] | undefined
      readonly target: StayingTarget
    }

/** How its tables are dropped. */
type StayingTarget = Pick<DatabaseTarget, 'file' | 'used'> & {
  /** No configuration names it any more. */
  readonly isFormer: boolean
}

interface FateOptions extends Omit<DatabaseTarget, 'file'> {
  readonly undos: readonly UndoStep[]
  /** What `database.url` has named so far (database/database-name.ts). */
  readonly databases: readonly string[]
  /** Its tables are to be dropped where it stays: otherwise one elsewhere is not looked into. */
  readonly drops: boolean
}

const ELSEWHERE = "the configuration places it outside of Postern's directories"
const FORMER_ELSEWHERE = "an earlier configuration placed it outside of Postern's directories"
const FORMER_SERVER =
  'it is on a server, and the tables of Postern in it, if any, stay: drop them by postern database remove-tables'

/** Looks whose the databases are: that of the configuration first, then the former ones. Where that cannot be told they stay. */
export async function decideFates(options: FateOptions): Promise<readonly DatabaseFate[]> {
  const { layout, used, databases } = options
  const file = sqliteFile(layout, used?.config)
  const isPresent = (name: string): boolean =>
    used === undefined ? name === file : name === databaseName(layout, used.config)
  const former = databases.filter((name) => !isPresent(name))
  const present =
    file === undefined
      ? fateOfServer(options)
      : fateOfFile(options, { file, used, isFormer: false })
  return Promise.all([
    present,
    ...former.map((name) =>
      isAbsolute(name)
        ? fateOfFile(options, { file: name, used: undefined, isFormer: true })
        : formerServer(name),
    ),
  ])
}

async function fateOfServer(options: FateOptions): Promise<DatabaseFate> {
  const { layout, used } = options
  if (used === undefined) return { kind: 'none' }
  const { config } = used
  const isShared = config.instances === 'several'
  const why = isShared ? 'other instances use it' : 'it is on a server'
  const target = { file: undefined, used, isFormer: false }
  // What is dropped for one instance, the others would lack.
  const content = await contentOf({ ...options, ...target }, options.drops && !isShared)
  return staying(databaseName(layout, config), why, { target, content })
}

function formerServer(name: string): DatabaseFate {
  const target = { file: undefined, used: undefined, isFormer: true }
  return staying(name, FORMER_SERVER, { target, content: UNSEEN })
}

async function fateOfFile(
  options: FateOptions,
  target: StayingTarget & { readonly file: string },
): Promise<DatabaseFate> {
  const { layout, undos, drops } = options
  const { file } = target
  const isElsewhere = !isInOwnRoot(layout, file)
  const others = {
    layout,
    undos,
    roundcubeConfig: options.used?.config.webmail.sessions?.roundcubeConfig,
  }
  if ((await unlessMissing(lstat(file))) === undefined) {
    // Its journals and damaged copies may be there without it.
    const isOthers = isElsewhere || (await findNamingConfiguration(file, others)) !== undefined
    return isOthers ? { kind: 'none' } : { kind: 'goes', file }
  }
  const content = await contentOf({ ...options, ...target }, drops || !isElsewhere)
  if (isElsewhere) {
    const why = target.isFormer ? FORMER_ELSEWHERE : ELSEWHERE
    return staying(file, why, { target, content })
  }
  const namedBy = await findNamingConfiguration(file, others)
  if (namedBy !== undefined) return staying(file, `${namedBy} names it`, { target, content })
  const { fault, foreign } = content
  if (fault === undefined && foreign.length === 0) return { kind: 'goes', file }
  const tables = foreign.join(', ')
  const why = fault ?? `it has tables of another program: ${tables}`
  return staying(file, why, { target, content })
}

function staying(
  name: string,
  why: string,
  { target, content }: { readonly target: StayingTarget; readonly content: SeenContent },
): DatabaseFate {
  const { tables, fault } = content
  const unknown = fault === undefined || fault === why ? '' : `; ${fault}`
  return { kind: 'stays', name, why: `${why}${unknown}`, tables, target }
}

interface SeenContent {
  readonly tables: readonly string[] | undefined
  readonly foreign: readonly string[]
  /** Why no one can tell. */
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
