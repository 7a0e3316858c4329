import type { Config } from '../../../plugin/config/schema.ts'
import type { Machine } from '../machine/machine.ts'
import { warning, type Finding } from './finding.ts'

/** Whether anything starts the helper that reads cPanel's session files, where it is needed. */
export function checkHelper({ panel }: Config, { hasSystemd }: Machine): readonly Finding[] {
  if (panel.adapter !== 'cpanel' || hasSystemd) return []
  const start = 'run /opt/postern/current/scripts/cpanel-helper as root (admin guide)'
  return [warning('cPanel helper', `without systemd nothing starts it: ${start}`)]
}
