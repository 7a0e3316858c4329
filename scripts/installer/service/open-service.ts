import type { Layout } from '../layout.ts'
import type { Machine } from '../machine.ts'
import type { FindOwner } from '../ownership.ts'
import { createKeeperService } from './keeper-service.ts'
import type { Service } from './service.ts'
import { createSystemdService } from './systemd-service.ts'

/** systemd where it runs and the installation is for real, else the keeper. */
export function openService(layout: Layout, machine: Machine, findOwner: FindOwner): Service {
  if (machine.hasSystemd && machine.isForReal) return createSystemdService()
  return createKeeperService({ layout, findServiceIds: () => findOwner('service') })
}
