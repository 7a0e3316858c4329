import { REQUEST_LIMITS } from '../../../http/request-limits.ts'
import { readFile, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { queryProcess } from '../../../admin/client.ts'
import { failed, fine, note, warning, type Finding } from '../../../findings/finding.ts'
import type { Check, Patient } from '../patient.ts'

const MIB = 1_048_576
const LEAST_DISK_BYTES = 256 * MIB
const COMFORTABLE_DISK_BYTES = 1_024 * MIB
/** Waiting SQLite handles must not use up all threads (libuv, "Thread pool work scheduling"). */
const LEAST_THREADS = 16

/** Disk, threads and open files. */
export const checkMachine: Check = async (patient) => [
  ...(await disk(patient.config.dataDir)),
  ...(await threads(patient)),
  ...(await checkOpenFiles(patient)),
]

async function disk(dataDir: string): Promise<readonly Finding[]> {
  const { bavail, bsize } = await statfsUpwards(dataDir)
  const free = bavail * bsize
  const seen = `${Math.round(free / MIB)} MiB free for ${dataDir}`
  const advice = 'make room: without it nobody can sign in'
  if (free < LEAST_DISK_BYTES) return [failed('disk.full', seen, advice)]
  if (free < COMFORTABLE_DISK_BYTES) return [warning('disk.low', seen, advice)]
  return [fine('disk.space', seen)]
}

/** A directory that is not there yet will lie on the disk of its parent. */
async function statfsUpwards(path: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(path)
  } catch (error) {
    if (dirname(path) === path) throw error
    return statfsUpwards(dirname(path))
  }
}

const health = z.object({ threadPool: z.number() })

async function threads({ endpoint, environment }: Patient): Promise<readonly Finding[]> {
  const threads = endpoint === undefined ? undefined : await reportedThreads(endpoint)
  const size = threads ?? Number(environment['UV_THREADPOOL_SIZE'] ?? 4)
  const whose = threads === undefined ? 'this shell' : 'the running process'
  if (size >= LEAST_THREADS) return [fine('threads.pool', `${whose} has ${size} threads`)]
  return [
    warning(
      'threads.few',
      `${whose} has a pool of ${size} threads: a locked database could stop files and names too`,
      `set UV_THREADPOOL_SIZE=${LEAST_THREADS} in the environment of the service`,
    ),
  ]
}

async function reportedThreads(
  endpoint: NonNullable<Patient['endpoint']>,
): Promise<number | undefined> {
  try {
    const { body } = await queryProcess(endpoint, { method: 'GET', path: '/healthz' })
    return health.parse(body).threadPool
  } catch {
    // A process that does not answer is a finding of its own (process.silent).
    return undefined
  }
}

/** Whether each client (at most so many sockets) and each connection to the mail server can have a file of its own. */
export async function checkOpenFiles(
  { config, endpoint }: Patient,
  sockets = REQUEST_LIMITS.sockets,
): Promise<readonly Finding[]> {
  const needed = sockets + config.imap.connections
  const limit = await openFilesLimit(endpoint?.pid)
  if (limit === undefined) return [note('files.unknown', 'this system does not tell its limits')]
  if (limit >= needed) return [fine('files.limit', `${limit} files may be open`)]
  return [
    warning(
      'files.few',
      `${limit} files may be open; ${sockets} clients and imap.connections add up to ${needed}`,
      `set LimitNOFILE=${needed + 1_024} in the service, or lower imap.connections`,
    ),
  ]
}

/** Soft limit of a process by Linux's own account; undefined elsewhere. */
async function openFilesLimit(pid: number | undefined): Promise<number | undefined> {
  try {
    const limits = await readFile(`/proc/${pid ?? 'self'}/limits`, 'utf8')
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
    return soft === 'unlimited' ? Infinity : Number(soft)
  } catch {
    // No /proc, or another user's process: no one can tell.
    return undefined
  }
}
