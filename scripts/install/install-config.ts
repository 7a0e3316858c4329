import { createHash } from 'node:crypto'
import { constants, open, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { firstSettings } from '../../plugin/config/first-config.ts'
import type { Layout } from './machine/layout.ts'
import type { FindOwner } from './machine/ownership.ts'
import type { Step } from './steps/step.ts'
import { fileStep, protectedReadableFileStep } from './steps/file.ts'
import { unlessMissing } from '../../plugin/config/system-error.ts'
import type { PanelName } from './machine/options.ts'

/** Which configuration will be in force, and the step that brings that about. */
export interface InstalledConfig {
  readonly text: string
  /** Where the text comes from, for users. */
  readonly from: string
  readonly steps: readonly Step[]
  /** `adjust` changes what was in force, or what comes first. */
  readonly isAdjusted: boolean
  /** There is none yet, and none was offered. */
  readonly isMadeUp: boolean
  /** Hash of the text if it is the one we ship; that of last time if the administrator's stays. */
  readonly shippedSha256: string | null
}

interface InstallConfigOptions {
  readonly layout: Layout
  /** The file named on the command line. */
  readonly source: string | undefined
  /** Written when there is nothing else. */
  readonly firstText: string
  readonly lastShippedSha256: string | null
  /** What the installation itself has to change in a text, whosever it is; most often nothing. */
  readonly adjust: (text: string) => string
  readonly findOwner: FindOwner
}

/**
 * A configuration is never overwritten once someone changed it: a new one is placed beside it, as
 * `.new`. Without any, that of an earlier installation whose data were kept comes first.
 */
export async function installConfig(options: InstallConfigOptions): Promise<InstalledConfig> {
  const { layout, source, firstText, lastShippedSha256, adjust, findOwner } = options
  const { configFile, stateDir } = layout
  // Secrets of their own have files of their own, but a database address may hold a password.
  const file = { mode: 0o640, owner: 'root', group: 'service', findOwner } as const
  const given = source === undefined ? undefined : await readFile(source, 'utf8')
  const offered = given === undefined ? undefined : adjust(given)
  const present = await unlessMissing(readFile(configFile, 'utf8'))

  if (present === undefined) {
    const stored = await readStored(join(stateDir, basename(configFile)))
    const former = given ?? stored ?? firstText
    const text = adjust(former)
    const from =
      offered !== undefined
        ? String(source)
        : stored !== undefined
          ? stateDir
          : 'the first configuration (see --auth-url and --config)'
    const steps = [fileStep(configFile, text, file)]
    const isMadeUp = offered === undefined
    return { text, from, steps, isAdjusted: text !== former, isMadeUp, shippedSha256: sha256(text) }
  }
  const isMadeUp = false
  const isOurs = sha256(present) === lastShippedSha256
  const text = adjust(present)
  const isAdjusted = text !== present
  if (isOurs && offered !== undefined && offered !== present) {
    const steps = [fileStep(configFile, offered, file)]
    const taken = { text: offered, from: String(source), shippedSha256: sha256(offered) }
    return { ...taken, steps, isAdjusted, isMadeUp }
  }
  const write = isAdjusted ? fileStep : protectedReadableFileStep
  const beside = offered === undefined || offered === text ? [] : [offered]
  return {
    text,
    from: configFile,
    steps: [
      write(configFile, text, file),
      ...beside.map((other) => fileStep(`${configFile}.new`, other, file)),
    ],
    isAdjusted,
    isMadeUp,
    shippedSha256: isOurs ? sha256(text) : lastShippedSha256,
  }
}

/** A file that an earlier removal kept, without following a link: the folder may have been writable by the service. */
export async function readStored(path: string): Promise<string | undefined> {
  const file = await unlessMissing(open(path, constants.O_RDONLY | constants.O_NOFOLLOW))
  if (file === undefined) return undefined
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The first configuration as the text of its file. */
export function firstConfig(
  layout: Layout,
  { panel, authUrl }: { readonly panel: PanelName; readonly authUrl: string | undefined },
): string {
  return `${JSON.stringify(firstSettings(layout, { panel, authUrl }), undefined, 2)}\n`
}
