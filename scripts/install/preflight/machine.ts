import { access, constants, readFile, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { preflightFine, refusal, preflightWarning, type PreflightFinding } from './finding.ts'

/** Two releases, the spool and the logs of a beginning. */
const NEEDED_BYTES = 512 * 1024 * 1024

/** First builds of each line of cPanel in which sessions cannot be forged (CVE-2026-41940). */
const SAFE_CPANEL_BUILDS = ['110.0.97', '118.0.63', '126.0.54', '132.0.29', '134.0.20', '136.0.5']

/** Permissions, disk, service manager, panel. */
export async function preflightMachine(
  layout: Layout,
  machine: Machine,
): Promise<readonly PreflightFinding[]> {
  return [
    preflightFine('Node', process.versions.node),
    await checkPermission(layout, machine),
    await checkDisk(layout),
    machine.hasSystemd
      ? preflightFine('service manager', 'systemd')
      : preflightWarning(
          'service manager',
          'systemd does not run here: a supervisor holds the socket; start it after a reboot with `install --repair`',
        ),
    checkCpanel(machine.cpanelVersion),
    machine.enforcesSelinux
      ? preflightWarning(
          'SELinux',
          'enforcing: the web server may need httpd_can_network_connect (admin guide)',
        )
      : preflightFine('SELinux', 'not enforcing'),
    await checkMemory(),
  ]
}

/** A socket unit that names a host is none to systemd. */
export function checkSocketUnit(
  { listen }: Config,
  { hasSystemd }: Machine,
): readonly PreflightFinding[] {
  if (!hasSystemd || 'unix' in listen || isIP(listen.host) !== 0) return []
  return [
    refusal('listen', `systemd knows no names: write an IP address instead of "${listen.host}"`),
  ]
}

async function checkPermission({ prefix }: Layout, { isRoot }: Machine): Promise<PreflightFinding> {
  if (prefix === '') {
    return isRoot
      ? preflightFine('permissions', 'root')
      : refusal('permissions', 'run as root, or with --prefix')
  }
  try {
    await access(prefix, constants.W_OK)
    return preflightFine('permissions', `${prefix} can be written`)
  } catch {
    // Which of the reasons does not matter to who must choose another folder.
    return refusal('permissions', `${prefix} must be a folder that can be written`)
  }
}

async function checkDisk({ home }: Layout): Promise<PreflightFinding> {
  const { bavail, bsize } = await statfs(await nearestFolder(home))
  const free = bavail * bsize
  const text = `${Math.floor(free / 1024 / 1024)} MiB free for ${home}`
  return free >= NEEDED_BYTES
    ? preflightFine('disk', text)
    : refusal('disk', `${text}: 512 MiB are needed`)
}

/** With less the service would be killed at its own limit and take others along before. */
async function checkMemory(): Promise<PreflightFinding> {
  const text = (await unlessMissing(readFile('/proc/meminfo', 'utf8'))) ?? ''
  const mebibytes = Math.floor(Number(/^MemAvailable:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024)
  if (mebibytes >= 512) return preflightFine('memory', `${mebibytes} MiB available`)
  return preflightWarning('memory', `${mebibytes} MiB available: Postern may use up to 512`)
}

function checkCpanel(version: string | undefined): PreflightFinding {
  if (version === undefined) return preflightFine('panel', 'no cPanel here')
  const build = version.replace(/^11\./, '')
  const floor = SAFE_CPANEL_BUILDS.find((safe) => safe.split('.')[0] === build.split('.')[0])
  const newest = SAFE_CPANEL_BUILDS.at(-1) ?? ''
  const isSafe = floor === undefined ? isAtLeast(build, newest) : isAtLeast(build, floor)
  if (isSafe) return preflightFine('panel', `cPanel ${version}`)
  return preflightWarning(
    'panel',
    `cPanel ${version} lets sessions be forged (CVE-2026-41940): update it`,
  )
}

function isAtLeast(build: string, floor: string): boolean {
  const [a, b] = [build, floor].map((text) => text.split('.').map(Number))
  for (const [at, wanted] of (b ?? []).entries()) {
    const part = a?.[at] ?? 0
    if (part !== wanted) return part > wanted
  }
  return true
}

async function nearestFolder(path: string): Promise<string> {
  for (let at = path; at !== '/'; at = dirname(at)) {
    if ((await unlessMissing(statfs(at))) !== undefined) return at
  }
  return '/'
}
