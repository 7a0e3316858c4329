import { lstat } from 'node:fs/promises'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import type { UninstallOptions } from '../machine/options.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { isInOwnRoot, ownRoots, programRule, serviceNames } from '../own/installation-names.ts'
import { listMountPoints } from '../own/mounts.ts'
import { anyRule, namedPath, ruleOfNames, sqliteNames, type OwnNames } from '../own/names.ts'
import { findOwn, foreignIn, pathsOf, type OwnRule, type OwnTree } from '../own/own-tree.ts'
import { listIn } from '../own/release-tree.ts'
import type { UndoStep } from '../record/undo.ts'
import { decideFates, type DatabaseFate } from './database-fate.ts'
import { listInstalledElsewhere } from './installed-elsewhere.ts'
import type { UsedConfig } from './used-config.ts'

interface SurveyOptions {
  readonly layout: Layout
  readonly machine: Machine
  readonly release: string
  readonly used: UsedConfig | undefined
  /** All that is recorded, or planned where nothing is. */
  readonly undos: readonly UndoStep[]
  /** What `database.url` has named so far. */
  readonly databases: readonly string[]
  readonly data: UninstallOptions['data']['kind']
}

/** What a removal finds in Postern's directories, and what it leaves alone elsewhere. */
export interface Survey {
  /** What goes, directory by directory, in this order. */
  readonly trees: readonly OwnTree[]
  /** The data directory, where it is kept. */
  readonly kept: OwnTree | undefined
  /** That of the configuration first, then those that earlier configurations named. */
  readonly databases: readonly DatabaseFate[]
  /** What stays although it is Postern's, as lines of the report. */
  readonly elsewhere: readonly string[]
  /** What is still there after the removal of the directories that go, as lines of the report. */
  listLeft(): Promise<readonly string[]>
}

/** Looks, and changes nothing. */
export async function surveyRemoval(options: SurveyOptions): Promise<Survey> {
  const { layout, used, data, undos } = options
  const databases = await decideFates({ ...options, drops: data === 'purge' })
  const all = ownRoots(layout)
  const mounted = new Set((await Promise.all(all.map(listMountPoints))).flat())
  const isOwn = await ruleFor(options, { databases, mounted })
  const roots = all.filter((root) => data !== 'keep' || root !== layout.dataDir)
  // Configuration and secrets that are mounted may be those of all instances; data are of this one alone.
  const isOthers = (root: string) => root === layout.configDir && mounted.has(root)
  const list = async (): Promise<readonly OwnTree[]> => {
    const trees = await Promise.all(
      roots.filter((root) => !isOthers(root)).map((root) => findOwn(root, isOwn)),
    )
    return trees.filter((tree) => tree !== undefined)
  }
  return {
    trees: await list(),
    kept: data === 'keep' ? await findOwn(layout.dataDir, isOwn) : undefined,
    databases,
    elsewhere: used === undefined ? [] : await listInstalledElsewhere(layout, used.config),
    async listLeft() {
      const staying = databases.flatMap((one) => (one.kind === 'stays' ? [one.name] : []))
      const isDatabase = ruleOfNames(staying.map(sqliteNames))
      const lines: string[] = []
      const foreignText = (path: string) =>
        `${path}, ${mounted.has(path) ? 'where something else is mounted' : 'not made by Postern'}`
      for (const tree of await list()) {
        for (const path of foreignIn(tree)) {
          // It has a line of its own.
          if (!(await isDatabase(path, 'file'))) lines.push(foreignText(path))
        }
        const changed = pathsOf(tree).filter(({ type }) => type !== 'directory')
        lines.push(...changed.map(({ path }) => `${path}, it changed while Postern was removed`))
      }
      for (const path of roots) {
        // Of a link nothing was looked at.
        const found = await unlessMissing(lstat(path))
        const isSkipped = found !== undefined && (!found.isDirectory() || isOthers(path))
        if (isSkipped) lines.push(foreignText(path))
      }
      for (const path of linkPaths(undos)) {
        const isReplaced = (await unlessMissing(lstat(path))) !== undefined
        if (isReplaced && !isInOwnRoot(layout, path)) lines.push(foreignText(path))
      }
      return lines
    },
  }
}

/** Links that an installation made: what is there after their removal has taken their place. */
function linkPaths(undos: readonly UndoStep[]): ReadonlySet<string> {
  return new Set(undos.flatMap((undo) => (undo.kind === 'remove-link' ? [undo.path] : [])))
}

interface Found {
  readonly databases: readonly DatabaseFate[]
  /** Paths where something else is mounted. */
  readonly mounted: ReadonlySet<string>
}

async function ruleFor(
  { layout, used, release, undos }: SurveyOptions,
  { databases, mounted }: Found,
): Promise<OwnRule> {
  const names = [...serviceNames(layout, used?.config), ...recordedNames(layout, undos)]
  const recorded = new Set(
    undos.flatMap((undo) => (undo.kind === 'remove-tree' ? [undo.path] : [])),
  )
  const otherList = (await listIn(release)) ?? ''
  const program = await programRule(layout, { recorded, otherList })
  const restored = restoredPaths(undos)
  const isOwn = anyRule([ruleOfNames(names), databaseRule(databases), program])
  // What was there before Postern is restored.
  return (path, type) => !restored.has(path) && !mounted.has(path) && isOwn(path, type)
}

/** Files that were there before Postern: of several records about one, the first knows it. */
export function restoredPaths(undos: readonly UndoStep[]): ReadonlySet<string> {
  const first = new Map<string, UndoStep>()
  for (const undo of undos) {
    if ('path' in undo && !first.has(undo.path)) first.set(undo.path, undo)
  }
  return new Set([...first].flatMap(([path, { kind }]) => (kind === 'restore-file' ? [path] : [])))
}

/** What an installation wrote down. */
function recordedNames(layout: Layout, undos: readonly UndoStep[]): readonly OwnNames[] {
  return undos.flatMap((undo): readonly OwnNames[] => {
    if (!('path' in undo) || !isInOwnRoot(layout, undo.path)) return []
    // The links of an installation are known; another one in the place of a file is not its.
    if (undo.kind === 'remove-file') return [namedPath(undo.path, 'file')]
    if (undo.kind !== 'remove-directory') return []
    return [{ directory: undo.path, type: 'other', isName: () => false }]
  })
}

function databaseRule(databases: readonly DatabaseFate[]): OwnRule {
  const going = databases.flatMap((one) => (one.kind === 'goes' ? [one.file] : []))
  return ruleOfNames(going.map(sqliteNames))
}
