import { dirname, join, resolve } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import { isInOwnRoot } from '../own/installation-names.ts'
import type { Layout } from '../machine/layout.ts'
import { findSharedDatabase } from '../database/shared-database.ts'
import type { PlanInput } from './input.ts'
import type { Step } from '../steps/step.ts'
import { absentStep, fileStep } from '../steps/file.ts'
import { sharedDirectorySteps } from '../steps/directory.ts'
import { linkStep } from '../steps/link.ts'
import { sessionsAddress } from '../../supervisor/sessions-address.ts'
import {
  cpanelHelperService,
  cpanelHelperSocket,
  serviceUnit,
  sessionsSocketUnit,
  socketUnit,
} from '../texts/systemd-units.ts'

const UNITS = '/etc/systemd/system'

interface Unit {
  readonly name: string
  readonly text: string
  /** What pulls it in at boot; undefined: its socket, or the service whose socket it is. */
  readonly wantedBy?: string
}

const HELPER = 'postern-cpanel-helper'
const HELPER_PATHS = [
  `sockets.target.wants/${HELPER}.socket`,
  `${HELPER}.socket`,
  `${HELPER}.service`,
]
const SESSIONS_SOCKET = 'postern-sessions.socket'

/**
 * The units of Postern and, where it reads cPanel's session files, of the helper that may, and where it has a session endpoint,
 * of its socket; elsewhere they go.
 */
export async function systemdSteps(input: PlanInput): Promise<readonly Step[]> {
  const { layout, config } = input
  const units: readonly Unit[] = [
    {
      name: 'postern.service',
      text: serviceUnit(layout, {
        database: await findSharedDatabase(layout, config),
        directories: directoriesElsewhere(layout, config),
      }),
      wantedBy: 'multi-user.target',
    },
    { name: 'postern.socket', text: socketUnit(config.listen), wantedBy: 'sockets.target' },
  ]
  const sessions = sessionsAddress(config)
  return [
    ...sharedDirectorySteps(layout.at(UNITS), layout.prefix),
    ...units.flatMap((unit) => unitSteps(input, unit)),
    ...(sessions === null
      ? await removalSteps(layout, [SESSIONS_SOCKET])
      : unitSteps(input, { name: SESSIONS_SOCKET, text: sessionsSocketUnit(sessions) })),
    ...(config.panel.adapter === 'cpanel'
      ? cpanelHelperSteps(input)
      : await removalSteps(layout, HELPER_PATHS)),
  ]
}

/** Directories of data and logs that the unit does not name anyway. */
function directoriesElsewhere(layout: Layout, config: Config): readonly string[] {
  const { dataDir, errorLog, audit } = config
  const files = [errorLog, ...(audit.file === null ? [] : [audit.file])]
  const directories = [dataDir, ...files.map(dirname)].map((path) =>
    resolve(dirname(layout.configFile), path),
  )
  return [...new Set(directories)].filter((path) => !isInOwnRoot(layout, path))
}

function cpanelHelperSteps(input: PlanInput): readonly Step[] {
  const { layout, config } = input
  const { socket } = config.panel.cpanel
  const units: readonly Unit[] = [
    { name: `${HELPER}.service`, text: cpanelHelperService(layout) },
    { name: `${HELPER}.socket`, text: cpanelHelperSocket(socket), wantedBy: 'sockets.target' },
  ]
  return [
    ...sharedDirectorySteps(layout.at(dirname(socket)), layout.prefix),
    ...units.flatMap((unit) => unitSteps(input, unit)),
  ]
}

/** What is there of units that the configuration has no use for any more. The service stops them (scripts/install/service/systemd.ts). */
async function removalSteps(layout: Layout, paths: readonly string[]): Promise<readonly Step[]> {
  const steps = paths.map((path) => absentStep(layout.at(join(UNITS, path))))
  const areRemoved = await Promise.all(steps.map((step) => step.isDone()))
  return steps.filter((_, index) => areRemoved[index] === false)
}

/** The unit, and what `systemctl enable` does, in a way that is undone exactly. */
function unitSteps(
  { layout, findOwner }: PlanInput,
  { name, text, wantedBy }: Unit,
): readonly Step[] {
  const units = layout.at(UNITS)
  const file = fileStep(join(units, name), text, { mode: 0o644, owner: 'root', findOwner })
  if (wantedBy === undefined) return [file]
  const wants = join(units, `${wantedBy}.wants`)
  return [
    file,
    ...sharedDirectorySteps(wants, layout.prefix),
    linkStep(join(wants, name), join('..', name)),
  ]
}
