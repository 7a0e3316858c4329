import type { Config } from '../../../plugin/config/schema.ts'
import type { Machine } from '../machine/machine.ts'
import { preflightWarning, type PreflightFinding } from './finding.ts'

/** Whether anything starts the helper that reads cPanel's session files, where it is needed. */
export function preflightHelper(
  { panel }: Config,
  { hasSystemd }: Machine,
): readonly PreflightFinding[] {
  if (panel.adapter !== 'cpanel' || hasSystemd) return []
  const start = 'run /opt/postern/current/scripts/cpanel-helper as root (admin guide)'
  return [preflightWarning('cPanel helper', `without systemd nothing starts it: ${start}`)]
}
