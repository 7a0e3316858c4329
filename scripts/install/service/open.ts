import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import type { FindOwner } from '../machine/ownership.ts'
import { createKeeperService } from './supervisor.ts'
import type { Service } from './service.ts'
import { createSystemdService } from './systemd.ts'

/** systemd where it runs and the installation is for real, else the keeper. */
export function openService(layout: Layout, machine: Machine, findOwner: FindOwner): Service {
  if (machine.hasSystemd && machine.isForReal) return createSystemdService()
  return createKeeperService({ layout, findServiceIds: () => findOwner('service') })
}
