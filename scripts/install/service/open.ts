import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import type { FindOwner } from '../machine/ownership.ts'
import { createSupervisorService } from './supervisor.ts'
import type { Service } from './service.ts'
import { createSystemdService } from './systemd.ts'

/** systemd where it runs and the installation is for real, else the supervisor. */
export function openService(layout: Layout, machine: Machine, findOwner: FindOwner): Service {
  if (machine.hasSystemd && machine.isForReal) return createSystemdService()
  return createSupervisorService({ layout, findServiceIds: () => findOwner('service') })
}
