import { lstat, readFile } from 'node:fs/promises'
import type { Layout } from './layout.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** What there is on this machine (below the prefix) to work with. */
export interface Machine {
  readonly isRoot: boolean
  /** Users, units and registrations are for real: no prefix, and root. */
  readonly isForReal: boolean
  /** systemd runs and takes orders; otherwise the supervisor holds the socket. */
  readonly hasSystemd: boolean
  readonly hasLogrotate: boolean
  readonly hasFail2ban: boolean
  readonly hasChkservd: boolean
  /** Version of cPanel; undefined where there is none. */
  readonly cpanelVersion: string | undefined
  /** SELinux refuses what its policy does not allow. */
  readonly enforcesSelinux: boolean
}

/** Looks, and changes nothing. */
export async function lookAround(layout: Layout): Promise<Machine> {
  const has = async (path: string) => (await unlessMissing(lstat(layout.at(path)))) !== undefined
  const isRoot = process.getuid?.() === 0
  const cpanelVersion = await unlessMissing(
    readFile(layout.at('/usr/local/cpanel/version'), 'utf8'),
  )
  const selinux = await unlessMissing(readFile('/sys/fs/selinux/enforce', 'utf8'))
  return {
    isRoot,
    isForReal: isRoot && layout.prefix === '',
    hasSystemd: await has('/run/systemd/system'),
    hasLogrotate: await has('/etc/logrotate.d'),
    hasFail2ban: await has('/etc/fail2ban/jail.d'),
    hasChkservd: await has('/etc/chkserv.d'),
    cpanelVersion: cpanelVersion?.trim(),
    enforcesSelinux: selinux?.trim() === '1',
  }
}
