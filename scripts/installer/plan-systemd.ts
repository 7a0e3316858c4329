import { dirname, join } from 'node:path'
import type { PlanInput } from './plan-input.ts'
import type { Step } from './step.ts'
import { sharedDirectorySteps } from './steps/directory.ts'
import { fileStep } from './steps/file.ts'
import { linkStep } from './steps/link.ts'
import { cpanelHelperService, cpanelHelperSocket } from './texts/cpanel-helper-units.ts'
import { serviceUnit, socketUnit } from './texts/systemd-units.ts'

const UNITS = '/etc/systemd/system'

interface Unit {
  readonly name: string
  readonly text: string
  /** What pulls it in at boot; undefined: its socket does. */
  readonly wantedBy?: string
}

/** The units of Postern and, where it reads cPanel's session files, of the helper that may. */
export function systemdSteps(input: PlanInput): readonly Step[] {
  const { layout, config } = input
  const units: readonly Unit[] = [
    { name: 'postern.service', text: serviceUnit(layout), wantedBy: 'multi-user.target' },
    { name: 'postern.socket', text: socketUnit(config.listen), wantedBy: 'sockets.target' },
  ]
  return [
    ...sharedDirectorySteps(layout.at(UNITS), layout.prefix),
    ...units.flatMap((unit) => unitSteps(input, unit)),
    ...(config.panel.adapter === 'cpanel' ? cpanelHelperSteps(input) : []),
  ]
}

function cpanelHelperSteps(input: PlanInput): readonly Step[] {
  const { layout, config } = input
  const { socket } = config.panel.cpanel
  const name = 'postern-cpanel-helper'
  const units: readonly Unit[] = [
    { name: `${name}.service`, text: cpanelHelperService(layout) },
    { name: `${name}.socket`, text: cpanelHelperSocket(socket), wantedBy: 'sockets.target' },
  ]
  return [
    ...sharedDirectorySteps(layout.at(dirname(socket)), layout.prefix),
    ...units.flatMap((unit) => unitSteps(input, unit)),
  ]
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
