import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isLoopback } from '../../../plugin/config/loopback.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import { findSessionLines, sessionLines } from '../../../plugin/config/session-lines.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import { readSharedSecret } from '../../../plugin/config/secrets/secrets.ts'
import { redisHost } from '../../../plugin/session-endpoint/redis-host.ts'
import type { Layout } from '../machine/layout.ts'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'
import { preflightFine, preflightWarning, refusal, type PreflightFinding } from './finding.ts'
import { examineRoundcube } from '../roundcube/examine-roundcube.ts'
import { readPhpText } from '../roundcube/lines-file.ts'
import { inspectSessions, SessionsStay } from '../roundcube/move-sessions.ts'

/** Which Roundcube an installation is about, before anything of it was read. */
export interface ChosenRoundcube {
  /** Folder as it was named, to be remembered; null: none. */
  readonly folder: string | null
  /** Its configuration, without links; undefined: there is none to look at. */
  readonly file: string | undefined
  /** Configuration of the one before, where another one is named now: it goes back to keeping its sessions itself. */
  readonly former: string | undefined
  /** A user requests it now: what is not understood is then a refusal. */
  readonly isRequested: boolean
}

interface Choice {
  /** What the command line names: a folder, or `none`. */
  readonly requested: string | undefined
  /** What an earlier installation was told. */
  readonly remembered: string | null
  readonly layout: Layout
}

/** What to do with the Roundcube. */
export interface RoundcubePlan {
  readonly file: string
  /** The lines to be there; undefined: none. */
  readonly readLines: (() => Promise<string>) | undefined
  /** Whether sessions are copied, and must be; undefined: they are where they will be. */
  readonly move: 'must' | 'may' | undefined
}

interface MoveContext {
  /** `dist/main.js` of the release that is installed. */
  readonly program: string
  /** Our plugin will be in it. */
  readonly hasPlugin: boolean
  /** Users may have to sign in again. */
  readonly signsOut: boolean
}

/** The Roundcube of the command line, else that of before. Below a prefix it is there as well. */
export async function chooseRoundcube({
  requested,
  remembered,
  layout,
}: Choice): Promise<ChosenRoundcube> {
  const folder = requested ?? remembered
  if (folder === null) return { folder, file: undefined, former: undefined, isRequested: false }
  const named = requested === 'none' ? remembered : folder
  const file = named === null ? undefined : await fileIn(layout, named)
  const before = remembered === null ? undefined : await fileIn(layout, remembered)
  const former = before === file ? undefined : before
  return {
    folder: requested === 'none' ? null : folder,
    file,
    former,
    isRequested: requested !== undefined,
  }
}

async function fileIn(layout: Layout, folder: string): Promise<string | undefined> {
  try {
    const file = await realpath(join(layout.at(folder), 'config.inc.php'))
    const { prefix } = layout
    // A link that leads out of the prefix: that Roundcube is the machine's.
    return prefix === '' || file.startsWith(`${await realpath(prefix)}${sep}`) ? file : undefined
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}

interface PlannedRoundcube {
  readonly plan: RoundcubePlan | undefined
  readonly findings: readonly PreflightFinding[]
}

/** What becomes of the Roundcube of before where it is to be another one, or none. Changes nothing. */
export function planFormerRoundcube(
  { folder, file, former, isRequested }: ChosenRoundcube,
  context: MoveContext,
): Promise<PlannedRoundcube> {
  return planReturn(folder === null ? file : former, { ...context, isRequested })
}

/** Our lines go, and the sessions with them. */
async function planReturn(
  file: string | undefined,
  context: MoveContext & Pick<ChosenRoundcube, 'isRequested'>,
): Promise<PlannedRoundcube> {
  if (file === undefined) return NOTHING_PLANNED
  if (!(await hasLines(file))) {
    return { plan: { file, readLines: undefined, move: undefined }, findings: [] }
  }
  const { move, findings } = await planMove(file, context)
  return { plan: { file, readLines: undefined, move }, findings }
}

const NOTHING_PLANNED: PlannedRoundcube = { plan: undefined, findings: [] }

/** What is to be done to keep the sessions of a Roundcube, and what there is to say about it. Changes nothing. */
export async function planRoundcube(
  { folder, file, isRequested }: ChosenRoundcube,
  config: Config,
  context: MoveContext,
): Promise<PlannedRoundcube> {
  const { sessions } = config.webmail
  if (folder === null) return NOTHING_PLANNED
  const no = isRequested ? refusal : preflightWarning
  const nothing = (reason: string) => ({ plan: undefined, findings: [no('roundcube', reason)] })
  if (file === undefined) return nothing(`${folder} has no config.inc.php that can be changed`)
  if (sessions === null) return nothing('webmail.sessions cannot be turned on')

  const password = () => readSharedSecret(secretsDirectoryOf(config), 'webmail-sessions')
  // What is wrong with the secret is told by those who look at secrets.
  if ((await password().catch(() => undefined))?.includes(':') === true) {
    return nothing(
      'the password of the session endpoint has a colon, which redis_hosts cannot hold',
    )
  }
  const examined = examineRoundcube(await readPhpText(file), sessions)
  if (examined.kind === 'refused') return nothing(`${file} stays as it is: ${examined.reason}`)
  if (examined.kind === 'by hand') {
    const text = `${file} names the session endpoint already, by hand: it stays as it is`
    return { plan: undefined, findings: [preflightFine('roundcube', text)] }
  }
  const isBehind = standsBehind(config.webmail)
  const readLines = async () => {
    const pluginSecret = context.hasPlugin
      ? await readSharedSecret(secretsDirectoryOf(config), 'webmail-plugin')
      : undefined
    return sessionLines(redisHost(sessions, await password()), { isBehind, pluginSecret })
  }
  const overruled = `lines behind those of Postern set the sessions or the plugins of ${file} otherwise, and win`
  const unseen = `postern doctor looks at ${sessions.roundcubeConfig}: set webmail.sessions.roundcubeConfig to ${file}`
  const { move, findings } = (await hasLines(file))
    ? NO_MOVE
    : await planMove(file, { ...context, isRequested })
  return {
    plan: { file, readLines, move },
    findings: [
      ...findings,
      examined.overruled
        ? preflightWarning('roundcube', overruled)
        : preflightFine('roundcube', `${file} can keep its sessions with Postern`),
      ...(sessions.roundcubeConfig === file ? [] : [preflightWarning('roundcube', unseen)]),
    ],
  }
}

/** Whether Roundcube is asked through Postern, from this machine: of another its web server has to know the address. */
function standsBehind({ mode, upstream }: Config['webmail']): boolean {
  return mode === 'accelerate' && upstream !== null && isLoopback(hostOf(upstream))
}

function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

/** What is told of the sessions of anyone who is signed in. */
export const SESSIONS_SUBJECT = 'sessions of Roundcube'

type PlannedMove = Pick<RoundcubePlan, 'move'> & Pick<PlannedRoundcube, 'findings'>

const NO_MOVE: PlannedMove = { move: undefined, findings: [] }

/** Whether sessions can be read and written where Roundcube has them, or had them. */
async function planMove(
  file: string,
  { program, signsOut, isRequested }: MoveContext & Pick<ChosenRoundcube, 'isRequested'>,
): Promise<PlannedMove> {
  const move = isRequested && !signsOut ? 'must' : 'may'
  try {
    const { place, signedIn } = await inspectSessions(program, file)
    const text = `in ${place}; people signed in there: ${signedIn}`
    return { move, findings: [preflightFine(SESSIONS_SUBJECT, text)] }
  } catch (error) {
    if (!(error instanceof SessionsStay)) throw error
    const finding = move === 'must' ? refusal : preflightWarning
    return { move, findings: [finding(SESSIONS_SUBJECT, signOutText(error.message))] }
  }
}

/** Why users would have to sign in again, and what to do. */
export function signOutText(reason: string): string {
  return `they cannot be copied (${reason}), so whoever is signed in would have to sign in again, and nobody can tell how many; --sign-out goes on`
}

async function hasLines(file: string): Promise<boolean> {
  return findSessionLines(await readPhpText(file)) !== undefined
}
