import { readdir, readFile, realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** A process that runs from a release. */
export interface ReleaseProcess {
  /** Name of the folder in the folder of releases: its version. */
  readonly release: string
  /** It serves: one that carries out a command of `postern` does not. */
  readonly isGateway: boolean
}

/**
 * All processes of this machine that run from a release in the folder, by their command lines (proc(5)), but not this
 * one. The launchers resolve links, so that a process reports where its files are and not where they were meant to be.
 */
export async function listReleaseProcesses(releases: string): Promise<readonly ReleaseProcess[]> {
  const folder = await unlessMissing(realpath(releases))
  if (folder === undefined) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const others = pids.filter((pid) => Number(pid) !== process.pid)
  const found = await Promise.all(others.map((pid) => processOf(pid, `${folder}${sep}`)))
  return found.filter((each) => each !== undefined)
}

async function processOf(pid: string, folder: string): Promise<ReleaseProcess | undefined> {
  // It may have ended meanwhile.
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const args = text.split('\0')
  const at = args.findIndex((word) => word.startsWith(folder))
  const [release = '', ...rest] = args[at]?.slice(folder.length).split(sep) ?? []
  if (release === '') return undefined
  return { release, isGateway: rest.join(sep) === 'dist/main.js' && args[at + 1] === '--config' }
}
